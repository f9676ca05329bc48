// SPDX-License-Identifier: Apache-2.0
// A pass over the bytes that knows strings, comments and brackets, and nothing else of the language: it says where
// logical lines begin and how far they are indented. Blocks are then cut where the indentation of the level comes back.
#include "inventory/python_parts.h"

#include <algorithm>

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

class Cutter {
 public:
  Cutter(std::string_view text, std::span<const uint32_t> hits)
      : text_(text), hits_(hits), lines_(LineFinder(text).find()) {}

  std::vector<ByteRange> cut() && {
    cut_level(0, lines_.size());
    return std::move(ranges_);
  }

 private:
  std::string_view line(size_t index) const { return text_.substr(lines_[index].start + lines_[index].indent, 64); }
  uint32_t start_of(size_t index) const {
    return index < lines_.size() ? lines_[index].start : static_cast<uint32_t>(text_.size());
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
      cut_statement(first, end, level);
      first = end;
    }
  }

  void cut_statement(size_t first, size_t last, uint32_t level) {
    const ByteRange whole{start_of(first), start_of(last)};
    const bool wanted =
        has_hit(whole) || text_.substr(whole.start, whole.end - whole.start).find("import") != std::string_view::npos;
    if (!wanted) return;
    size_t body = first;
    while (body < last && line(body).starts_with('@')) ++body;
    const bool is_class = body < last && begins_with(line(body), "class");
    if (!is_class || body + 1 >= last || lines_[body + 1].indent <= level) return add(whole);
    add({whole.start, start_of(body + 1)});
    cut_level(body + 1, last);
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
  std::span<const uint32_t> hits_;
  std::vector<LogicalLine> lines_;
  std::vector<ByteRange> ranges_;
};

}  // namespace

std::vector<ByteRange> parts_to_parse(std::string_view text, std::span<const uint32_t> hits) {
  return Cutter(text, hits).cut();
}

}  // namespace pilotage
