// SPDX-License-Identifier: Apache-2.0
// The JSON is not parsed as a whole, since places are needed: a walk over its strings finds `cell_type` and `source`. A
// cell's type may stand before or behind its source.
#include "inventory/notebook.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/text.h"
#include "inventory/lines.h"
#include "inventory/script.h"

namespace pilotage {
namespace {

struct Piece {
  std::string text;  // one string of a source, unescaped
  NotebookCode::Origin origin;
};

void append_utf8(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

class NotebookReader {
 public:
  explicit NotebookReader(std::string_view text) : text_(text) {}

  NotebookCode read() && {
    while (at_ < text_.size()) step(text_[at_]);
    end_cell();
    return std::move(code_);
  }

 private:
  void step(char c) {
    if (c == '"') return read_string();
    if (c == '\n') new_line();
    if (c == '[') ++lists_;
    if (c == ']' && lists_ > 0) --lists_;
    if (c == '{' && ++objects_ == 2) end_cell();
    if (c == '}' && objects_ > 0) --objects_;
    if (in_source_ && lists_ < source_lists_) in_source_ = false;
    ++at_;
  }

  void new_line() {
    ++line_;
    line_start_ = at_ + 1;
  }

  std::string unescaped_string() {
    std::string result;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\n') new_line();
      if (text_[at_] == '\\' && at_ + 1 < text_.size())
        unescape(result);
      else
        result += text_[at_];
    }
    if (at_ < text_.size()) ++at_;
    return result;
  }

  void unescape(std::string& result) {
    const char c = text_[++at_];
    constexpr std::string_view kLetters = "nrtbf";
    constexpr std::string_view kMeant = "\n\r\t\b\f";
    const size_t letter = kLetters.find(c);
    if (c != 'u') {
      result += letter == std::string_view::npos ? c : kMeant[letter];
      return;
    }
    unsigned code = 0;
    for (int digit = 0;
         digit < 4 && at_ + 1 < text_.size() && std::isxdigit(static_cast<unsigned char>(text_[at_ + 1])) != 0;
         ++digit) {
      const char d = text_[++at_];
      code = code * 16 + static_cast<unsigned>(d <= '9' ? d - '0' : (d | 32) - 'a' + 10);
    }
    append_utf8(result, code);
  }

  void read_string() {
    const NotebookCode::Origin origin{line_, static_cast<int64_t>(at_ - line_start_) + 2};
    std::string value = unescaped_string();
    const size_t next = text_.find_first_not_of(" \t\r\n", at_);
    const bool key = next != std::string_view::npos && text_[next] == ':';
    if (in_source_ && !key) return add_piece(std::move(value), origin);
    if (key && objects_ == 2) return begin_value(value);
    if (key_ == "cell_type") is_code_ = value == "code";
    key_.clear();
  }

  void begin_value(const std::string& key) {
    key_ = key;
    in_source_ = key == "source";
    if (!in_source_) return;
    const size_t value = text_.find_first_not_of(": \t\r\n", at_);
    const bool list = value != std::string_view::npos && text_[value] == '[';
    source_lists_ = list ? lists_ + 1 : lists_;
    single_ = !list;
    while (at_ < text_.size() && (list ? at_ <= value : at_ < value)) {
      const char c = text_[at_];
      if (c == '\n') new_line();
      if (c == '[') ++lists_;
      ++at_;
    }
  }

  void add_piece(std::string value, NotebookCode::Origin origin) {
    pieces_.push_back({std::move(value), origin});
    if (single_) in_source_ = false;
  }

  // Lines of a piece after its first stand on the same line of the file; their column is that of the piece.
  void end_cell() {
    if (is_code_) {
      for (const Piece& piece : pieces_) add_lines(piece);
      if (line_open_) end_line();
    }
    pieces_.clear();
    is_code_ = false;
    in_source_ = single_ = false;
  }

  void add_lines(const Piece& piece) {
    for (const TextLine& line : lines_of(piece.text)) {
      const bool whole = piece.text.size() > line.text.size();
      if (!line_open_) code_.origins.push_back(piece.origin);
      line_open_ = true;
      add_line(line.text, piece.origin);
      if (whole) end_line();
    }
  }

  void add_line(std::string_view line, NotebookCode::Origin origin) {
    const std::string_view said = trim(line);
    const bool command = said.starts_with('!') || said.starts_with("%pip") || said.starts_with("%conda");
    if (command) {
      Collector out(code_.commands);
      const auto before = said.data() - line.data() + 1;
      read_commands({said.substr(1), origin.line, origin.column + before}, out);
    }
    if (!command && !said.starts_with('%')) code_.text += line;
  }

  void end_line() {
    code_.text += '\n';
    line_open_ = false;
  }

  std::string_view text_;
  NotebookCode code_;
  std::vector<Piece> pieces_;  // of the cell being read
  std::string key_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  int64_t line_ = 1;
  int objects_ = 0;
  int lists_ = 0;
  int source_lists_ = 0;
  bool line_open_ = false;  // of the code
  bool is_code_ = false;
  bool in_source_ = false;
  bool single_ = false;  // the source is one string
};

}  // namespace

NotebookCode code_of_notebook(std::string_view text) { return NotebookReader(text).read(); }

void move_to_notebook(const NotebookCode& code, Occurrences& occurrences) {
  for (Occurrence& one : occurrences) {
    const auto index = static_cast<size_t>(one.line - 1);
    if (index >= code.origins.size()) continue;
    one.line = code.origins[index].line;
    one.column += code.origins[index].column - 1;
  }
}

}  // namespace pilotage
