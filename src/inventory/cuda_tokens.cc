// SPDX-License-Identifier: Apache-2.0
#include "inventory/cuda_tokens.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace pilotage {
namespace {

constexpr std::string_view kMarks[] = {"<<<", ">>>", "::", ">>", "<<", "->", "&&", "||", "==", "!=", "<=", ">="};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<Token> read() && {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '\n') return end_line();
    if (c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') return join_line();
    if (c == ' ' || c == '\t' || c == '\r' || c == '\\') return void(++at_);
    if (c == '#' && at_line_start_) return directive();
    at_line_start_ = false;
    if (text_.substr(at_).starts_with("R\"")) return raw_string();
    if (c == '"') return string('"');
    if (c == '\'') return string('\'');
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    if (is_word(c)) return add(TokenType::kWord, end_of_word(at_));
    mark();
  }

  void end_line() {
    if (in_directive_) tokens_.push_back({TokenType::kLineEnd, "", line_, column_of(at_)});
    in_directive_ = false;
    at_line_start_ = true;
    start_line(at_ + 1);
  }

  void join_line() { start_line(at_ + 2); }

  void start_line(size_t at) {
    at_ = line_start_ = at;
    ++line_;
  }

  int64_t column_of(size_t at) const { return static_cast<int64_t>(at - line_start_) + 1; }

  size_t end_of_word(size_t at) const {
    while (at < text_.size() && is_word(text_[at])) ++at;
    return at;
  }

  void add(TokenType type, size_t end) {
    tokens_.push_back({type, text_.substr(at_, end - at_), line_, column_of(at_)});
    move_to(end);
  }

  // A token may hold ends of lines only where it is a raw string.
  void move_to(size_t end) {
    const std::string_view passed = text_.substr(at_, end - at_);
    const size_t last = passed.rfind('\n');
    if (last != std::string_view::npos) {
      line_ += std::count(passed.begin(), passed.end(), '\n');
      line_start_ = at_ + last + 1;
    }
    at_ = end;
  }

  void directive() {
    at_line_start_ = false;
    in_directive_ = true;
    ++at_;
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    const size_t end = end_of_word(at_);
    const bool include = text_.substr(at_, end - at_).starts_with("include");
    add(TokenType::kDirective, end);
    if (include) path();
  }

  void path() {
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    const size_t open = std::min(text_.find_first_of("<\"", at_), end);
    const size_t close = open == end ? end : std::min(text_.find_first_of(">\"", open + 1), end);
    if (close == end) return;
    at_ = open + 1;
    add(TokenType::kPath, close);
    at_ = close + 1;
  }

  void raw_string() {
    const size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 18) return add(TokenType::kWord, at_ + 1);
    const std::string end = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const size_t found = text_.find(end, open);
    add(TokenType::kString, found == std::string_view::npos ? text_.size() : found + end.size());
  }

  void string(char quote) {
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    end = std::min(end, text_.size());
    if (end < text_.size() && text_[end] == quote) ++end;
    add(TokenType::kString, end);
  }

  void number() {
    size_t end = at_ + 1;
    while (end < text_.size() && (is_word(text_[end]) || text_[end] == '.' || text_[end] == '\'')) ++end;
    add(TokenType::kNumber, end);
  }

  void mark() {
    for (const std::string_view one : kMarks) {
      if (text_.substr(at_).starts_with(one)) return add(TokenType::kMark, at_ + one.size());
    }
    add(TokenType::kMark, at_ + 1);
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  int64_t line_ = 1;
  bool at_line_start_ = true;
  bool in_directive_ = false;
};

}  // namespace

std::vector<Token> cuda_tokens(std::string_view text) { return Tokenizer(text).read(); }

}  // namespace pilotage
