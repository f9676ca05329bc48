// SPDX-License-Identifier: Apache-2.0
// A pass over the bytes that knows strings, comments and brackets, and nothing else of the language: it says where
// logical lines begin and how far they are indented. Blocks are then cut where the indentation of the level comes back.
#include "inventory/python_parts.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace pilotage {
namespace {

struct LogicalLine {
  uint32_t start = 0;  // of its first physical line
  uint32_t indent = 0;
};

class LineFinder {
 public:
  explicit LineFinder(std::string_view text) : text_(text) {}

  std::vector<LogicalLine> find() && {
    while (at_ < text_.size()) read_line();
    return std::move(lines_);
  }

 private:
  void read_line() {
    const auto start = static_cast<uint32_t>(at_);
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    const bool blank = at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '#' || text_[at_] == '\r';
    if (!blank) lines_.push_back({start, static_cast<uint32_t>(at_) - start});
    skip_rest();
  }

  // To behind the end of the logical line.
  void skip_rest() {
    int brackets = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (c == '(' || c == '[' || c == '{') ++brackets;
      if (c == ')' || c == ']' || c == '}') --brackets;
      if (c == '\\') ++at_;
      if (at_ < text_.size() && text_[at_] == '\n' && c != '\\' && brackets <= 0) break;
      ++at_;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void skip_string(char quote) {
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool lines = text_.substr(at_).starts_with(three);
    for (at_ += lines ? 3 : 1; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\')
        ++at_;
      else if (lines ? text_.substr(at_).starts_with(three) : text_[at_] == quote)
        break;
      else if (!lines && text_[at_] == '\n')
        return;
    }
    at_ = std::min(at_ + (lines ? 3 : 1), text_.size());
  }

  std::string_view text_;
  std::vector<LogicalLine> lines_;
  size_t at_ = 0;
};

bool begins_with(std::string_view line, std::string_view word) {
  return line.starts_with(word) &&
         (line.size() == word.size() || std::isalnum(static_cast<unsigned char>(line[word.size()])) == 0);
}

// A line that belongs to the block above it.
bool continues(std::string_view line) {
  for (const std::string_view word : {"else", "elif", "except", "finally"}) {
    if (begins_with(line, word)) return true;
  }
  return line.starts_with(')') || line.starts_with(']') || line.starts_with('}');
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_name_character(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

// What an import statement calls the things that it brings in: `b` and `d` of `from a import b, c as d`, `c` of
// `import a.b as c`. Nothing of `import a.b`, whose name is written out wherever it is used.
std::vector<std::string_view> names_bound_by(std::string_view statement) {
  const bool from = begins_with(statement, "from");
  const size_t start = statement.find("import");
  std::vector<std::string_view> names;
  std::string_view rest = start == std::string_view::npos ? std::string_view() : statement.substr(start + 6);
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const auto words = words_in(rest.substr(0, comma));
    const bool renamed = words.size() >= 3 && words[words.size() - 2] == "as";
    if (renamed || (from && !words.empty())) names.push_back(words.back());
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return names;
}

class Cutter {
 public:
  Cutter(std::string_view text, std::span<const uint32_t> hits)
      : text_(text), hits_(hits.begin(), hits.end()), lines_(LineFinder(text).find()) {}

  std::vector<ByteRange> cut() && {
    want_imports();
    cut_level(0, lines_.size());
    return std::move(ranges_);
  }

 private:
  std::string_view line(size_t index) const { return text_.substr(lines_[index].start + lines_[index].indent, 64); }
  uint32_t start_of(size_t index) const {
    return index < lines_.size() ? lines_[index].start : static_cast<uint32_t>(text_.size());
  }

  // Every import, and what is called by a name that an import with a hit in it gives.
  void want_imports() {
    std::vector<uint32_t> more;
    std::set<std::string_view> names;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (!begins_with(line(i), "import") && !begins_with(line(i), "from")) continue;
      more.push_back(lines_[i].start);
      if (!has_hit({start_of(i), start_of(i + 1)})) continue;
      const uint32_t start = lines_[i].start + lines_[i].indent;
      for (const auto name : names_bound_by(text_.substr(start, start_of(i + 1) - start))) names.insert(name);
    }
    for (const auto name : names) want_name(name, more);
    hits_.insert(hits_.end(), more.begin(), more.end());
    std::sort(hits_.begin(), hits_.end());
  }

  void want_name(std::string_view name, std::vector<uint32_t>& more) const {
    for (size_t at = text_.find(name); at != std::string_view::npos; at = text_.find(name, at + name.size())) {
      const bool begins = at == 0 || !is_name_character(text_[at - 1]);
      const size_t end = at + name.size();
      if (begins && (end == text_.size() || !is_name_character(text_[end]))) more.push_back(static_cast<uint32_t>(at));
    }
  }

  // The statements of one level, which are the lines from `first` to `last`.
  void cut_level(size_t first, size_t last) {
    if (first >= last) return;
    const uint32_t level = lines_[first].indent;
    while (first < last) {
      bool decorated = line(first).starts_with('@');
      size_t end = first + 1;
      while (end < last && (lines_[end].indent > level || decorated || continues(line(end)))) {
        if (lines_[end].indent <= level) decorated = line(end).starts_with('@');
        ++end;
      }
      if (has_hit({start_of(first), start_of(end)})) cut_statement(first, end, level);
      first = end;
    }
  }

  // Every line of the statement's own level, and of the blocks below them what is wanted. A block may be left without
  // anything: the grammar takes that.
  void cut_statement(size_t first, size_t last, uint32_t level) {
    while (first < last) {
      add({start_of(first), start_of(first + 1)});
      size_t end = first + 1;
      while (end < last && lines_[end].indent > level) ++end;
      cut_level(first + 1, end);
      first = end;
    }
  }

  bool has_hit(ByteRange range) const {
    const auto hit = std::lower_bound(hits_.begin(), hits_.end(), range.start);
    return hit != hits_.end() && *hit < range.end;
  }

  void add(ByteRange range) {
    if (!ranges_.empty() && ranges_.back().end == range.start)
      ranges_.back().end = range.end;
    else
      ranges_.push_back(range);
  }

  std::string_view text_;
  std::vector<uint32_t> hits_;
  std::vector<LogicalLine> lines_;
  std::vector<ByteRange> ranges_;
};

}  // namespace

std::vector<ByteRange> parts_to_parse(std::string_view text, std::span<const uint32_t> hits) {
  return Cutter(text, hits).cut();
}

}  // namespace pilotage
