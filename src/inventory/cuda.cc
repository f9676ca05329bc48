// SPDX-License-Identifier: Apache-2.0
// One pass over the tokens, with as much structure as the rules need: qualified names and what they are short for,
// calls with their arguments, launches, and whether a place lies inside a function for the device. A parse tree is not
// built: docs/decisions/007-source-scan.md says why.
#include "inventory/cuda.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "inventory/cuda_tokens.h"
#include "inventory/lines.h"
#include "inventory/preprocessor.h"

namespace pilotage {
namespace {

constexpr size_t kLongestText = 300;
constexpr size_t kMostTokens = 400;  // in the arguments of one call

constexpr std::array<std::string_view, 9> kQualifiers = {"__global__",   "__device__",       "__shared__",
                                                         "__constant__", "__managed__",      "__launch_bounds__",
                                                         "__maxnreg__",  "__cluster_dims__", "__grid_constant__"};

constexpr std::array<std::string_view, 9> kNoCalls = {"if",     "for",      "while",   "switch",       "return",
                                                      "sizeof", "decltype", "alignof", "static_assert"};

struct TypeSize {
  std::string_view name;
  int64_t bytes;
};

constexpr TypeSize kSizes[] = {{"char", 1},    {"int8_t", 1}, {"uint8_t", 1},  {"bool", 1},     {"short", 2},
                               {"half", 2},    {"__half", 2}, {"int16_t", 2},  {"uint16_t", 2}, {"half2", 4},
                               {"int", 4},     {"float", 4},  {"unsigned", 4}, {"int32_t", 4},  {"uint32_t", 4},
                               {"float2", 8},  {"double", 8}, {"int64_t", 8},  {"uint64_t", 8}, {"long", 8},
                               {"float4", 16}, {"int4", 16},  {"uint4", 16}};

template <typename List>
bool holds(const List& list, std::string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

std::optional<int64_t> size_of(std::string_view type) {
  for (const auto& [name, bytes] : kSizes) {
    if (name == type) return bytes;
  }
  return {};
}

std::optional<int64_t> whole_number(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (read.ec != std::errc() || value < 0) return {};
  return value;
}

class CudaReader {
 public:
  CudaReader(const std::vector<Token>& tokens, Occurrences& out) : tokens_(tokens), out_(out) {}

  void read() {
    while (at_ < tokens_.size()) {
      const size_t before = at_;
      read_token();
      if (at_ == before) ++at_;
    }
  }

 private:
  // A token that is not there is an empty one.
  const Token& token(size_t index) const {
    static constexpr Token kNothing{};
    return index < tokens_.size() ? tokens_[index] : kNothing;
  }
  std::string_view text(size_t index) const { return token(index).text; }
  bool is_word(size_t index) const { return token(index).type == TokenType::kWord; }
  bool is_number(size_t index) const { return token(index).type == TokenType::kNumber; }

  void add(Kind kind, std::string what, size_t index) {
    if (what.size() <= kLongestText) out_.push_back({kind, std::move(what), token(index).line, token(index).column});
  }

  void read_token() {
    const Token& one = token(at_);
    switch (one.type) {
      case TokenType::kPath: return add(Kind::kInclude, std::string(one.text), at_);
      case TokenType::kString: return read_string();
      case TokenType::kDirective: return read_directive();
      case TokenType::kMark: return read_mark(one.text);
      case TokenType::kWord: return read_word(one.text);
      default: return;
    }
  }

  void read_string() {
    std::string_view inside = text(at_);
    if (!inside.starts_with('"') || inside.size() < 2 || inside.find('\n') != std::string_view::npos) return;
    inside = inside.substr(1, inside.size() - 2);
    if (is_variable_name(inside)) add(Kind::kEnv, std::string(inside), at_);
    add(Kind::kString, std::string(inside), at_);
  }

  // `#define NAME 32`
  void read_directive() {
    const bool single = token(at_ + 3).type == TokenType::kLineEnd || at_ + 3 >= tokens_.size();
    if (text(at_) != "define" || !is_number(at_ + 2) || !single) return;
    add(Kind::kConstant, std::string(text(at_ + 1)) + "=" + std::string(text(at_ + 2)), at_ + 1);
  }

  void read_mark(std::string_view mark) {
    if (mark == "{") return open_brace();
    if (mark == "}") return close_brace();
    if (mark == ";") return end_statement();
    if (mark == "<<<") return read_launch();
    if (in_kernel() && is_number(at_ + 1) && (mark == "&" || mark == ">>" || mark == "%" || mark == "/"))
      read_expression();
  }

  void open_brace() {
    ++depth_;
    if (kernel_coming_ && kernel_depth_ == 0) kernel_depth_ = depth_;
    extern_ = false;
    kernel_coming_ = shared_ = false;
  }

  void close_brace() {
    if (depth_ == kernel_depth_) kernel_depth_ = 0;
    if (depth_ > 0) --depth_;
  }

  void end_statement() { kernel_coming_ = shared_ = extern_ = false; }

  bool in_kernel() const { return kernel_depth_ > 0; }

  // The tokens from `first` to `last` as one text: spaces only between words.
  std::string joined(size_t first, size_t last) const {
    std::string result;
    for (size_t i = first; i < last; ++i) {
      const bool word = is_word(i) || is_number(i);
      if (i > first && word && (is_word(i - 1) || is_number(i - 1))) result += ' ';
      if (token(i).type != TokenType::kLineEnd) result += text(i);
      if (result.size() > kLongestText) break;
    }
    return result;
  }

  // Behind the bracket that closes the one at `open`; nothing where it is too far.
  std::optional<size_t> behind_bracket(size_t open, std::string_view opening, std::string_view closing) const {
    int level = 0;
    for (size_t i = open; i < tokens_.size() && i < open + kMostTokens; ++i) {
      if (text(i) == opening) ++level;
      if (text(i) == closing && --level == 0) return i + 1;
    }
    return {};
  }

  void read_launch() {
    for (size_t i = at_; i < tokens_.size() && i < at_ + kMostTokens && text(i) != ";"; ++i) {
      if (text(i) != ">>>") continue;
      return add(Kind::kLaunch, joined(at_, i + 1), at_);
    }
  }

  // `threadIdx.x & 31`: the name before the mark with the names before its dots.
  void read_expression() {
    size_t first = at_;
    while (first > 0 && is_word(first - 1)) {
      --first;
      if (first == 0 || text(first - 1) != ".") break;
      --first;
    }
    if (first == at_) return;
    add(Kind::kExpression, joined(first, at_ + 2), first);
  }

  void read_word(std::string_view word) {
    if (holds(kQualifiers, word)) return read_qualifier(word);
    if (word == "asm" || word == "__asm__" || word == "__asm") return read_asm();
    if (word == "namespace" && text(at_ + 2) == "=") return read_namespace_alias();
    if (word == "extern") extern_ = true;
    if (word.ends_with("_DEVICE") || word.ends_with("_DEVICE_INLINE")) kernel_coming_ = true;
    read_name();
  }

  void read_qualifier(std::string_view word) {
    std::string what(word);
    if (text(at_ + 1) == "(") {
      if (const auto end = behind_bracket(at_ + 1, "(", ")")) what += joined(at_ + 1, *end);
    }
    add(Kind::kQualifier, std::move(what), at_);
    if (word == "__global__" || word == "__device__") kernel_coming_ = true;
    if (word == "__shared__") shared_ = true;
  }

  void read_asm() {
    size_t open = at_ + 1;
    while (text(open) == "volatile" || text(open) == "__volatile__") ++open;
    const auto end = text(open) == "(" ? behind_bracket(open, "(", ")") : std::nullopt;
    if (!end) return;
    std::string what;
    for (size_t i = open + 1; i < *end && text(i) != ":"; ++i) {
      if (token(i).type == TokenType::kString && text(i).size() >= 2) what += text(i).substr(1, text(i).size() - 2);
    }
    out_.push_back({Kind::kAsm, what.substr(0, kLongestText), token(at_).line, token(at_).column});
    at_ = *end;
  }

  // `namespace cg = cooperative_groups;`
  void read_namespace_alias() {
    size_t end = at_ + 3;
    while (is_word(end) || text(end) == "::") ++end;
    meaning_[text(at_ + 1)] = joined(at_ + 3, end);
    at_ += 2;
  }

  void read_name() {
    const size_t first = at_;
    size_t end = at_ + 1;
    while (text(end) == "::" && is_word(end + 1)) end += 2;
    const auto meaning = meaning_.find(text(first));
    std::string name = joined(first, end);
    if (meaning != meaning_.end() && end > first + 1) name = meaning->second + name.substr(text(first).size());
    if (text(end) == "(" && !holds(kNoCalls, name)) read_call(name, first, end);
    if (text(end) == "=") read_constant(name, first, end);
    if (text(end) == "[" && in_kernel()) read_array(name, first, end);
    add(Kind::kIdentifier, std::move(name), first);
    at_ = end;
  }

  void read_call(const std::string& name, size_t first, size_t open) {
    const auto end = behind_bracket(open, "(", ")");
    if (!end) return;
    std::string what = name + joined(open, *end);
    if (what.size() > kLongestText) what = name + "(…)";
    add(Kind::kCall, std::move(what), first);
    const bool waits = in_kernel() && text(first - 1) == "(" && text(first - 2) == "while";
    if (first >= 2 && waits && name.starts_with("atomic")) add(Kind::kExpression, "while(" + name, first);
  }

  // `kWarp = 32;`
  void read_constant(const std::string& name, size_t first, size_t equals) {
    const std::string_view after = text(equals + 2);
    if (!is_number(equals + 1) || (after != ";" && after != "," && after != ">" && after != "}")) return;
    add(Kind::kConstant, name + "=" + std::string(text(equals + 1)), first);
  }

  // `float part[64][64];` with the bytes of it where they can be told.
  void read_array(const std::string& name, size_t first, size_t open) {
    if (first == 0 || (!is_word(first - 1) && text(first - 1) != ">" && text(first - 1) != "*")) return;
    if (text(first - 1) == "return") return;
    std::optional<int64_t> bytes = size_of(text(first - 1));
    size_t end = open;
    while (text(end) == "[") {
      const auto behind = behind_bracket(end, "[", "]");
      if (!behind) return;
      const auto count = is_number(end + 1) && *behind == end + 3 ? whole_number(text(end + 1)) : std::nullopt;
      bytes =
          bytes && count && *count < (1 << 24) && *bytes < (1 << 28) ? std::optional(*bytes * *count) : std::nullopt;
      end = *behind;
    }
    std::string what = (extern_ ? "extern " : "") + std::string(shared_ ? "__shared__ " : "");
    what += std::string(text(first - 1)) + " " + name + joined(open, end);
    if (bytes) what += " " + std::to_string(*bytes);
    add(Kind::kArray, std::move(what), first);
  }

  const std::vector<Token>& tokens_;
  Occurrences& out_;
  std::unordered_map<std::string_view, std::string> meaning_;  // of a namespace's other name
  size_t at_ = 0;
  int depth_ = 0;
  int kernel_depth_ = 0;        // of the brace that opened the function for the device; 0: outside
  bool kernel_coming_ = false;  // the next brace opens one
  bool shared_ = false;         // the statement has said __shared__
  bool extern_ = false;
};

}  // namespace

Occurrences read_cuda(std::string_view text) {
  const std::string live = without_dead_code(text);
  const auto tokens = cuda_tokens(live);
  Occurrences out;
  CudaReader(tokens, out).read();
  return out;
}

}  // namespace pilotage
