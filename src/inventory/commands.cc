// SPDX-License-Identifier: Apache-2.0
// One line of a shell: split into words as a shell splits them, without running or expanding anything.
#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.h"
#include "inventory/script.h"

namespace pilotage {
namespace {

struct Word {
  std::string text;  // quotes removed
  size_t offset = 0;
  bool ends = false;  // it is `;`, `&&`, `|` or their like
};

bool is_end(char c) { return c == ';' || c == '|' || c == '&' || c == '(' || c == ')'; }

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::vector<Word> split() && {
    while (true) {
      while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
      if (at_ >= text_.size() || text_[at_] == '#') return std::move(words_);
      read_word();
    }
  }

 private:
  void read_word() {
    Word word{"", at_, false};
    if (is_end(text_[at_])) {
      ++at_;
      words_.push_back({"", word.offset, true});
      return;
    }
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\t' && !is_end(text_[at_])) read_piece(word.text);
    words_.push_back(std::move(word));
  }

  void read_piece(std::string& word) {
    const char c = text_[at_];
    if (c == '\'' || c == '"') return read_quoted(c, word);
    if (text_.substr(at_).starts_with("$(") || text_.substr(at_).starts_with("${")) return read_expansion(word);
    if (c == '\\' && at_ + 1 < text_.size()) ++at_;
    word += text_[at_++];
  }

  void read_quoted(char quote, std::string& word) {
    const size_t end = std::min(text_.find(quote, at_ + 1), text_.size());
    word += text_.substr(at_ + 1, end - at_ - 1);
    at_ = std::min(end + 1, text_.size());
  }

  void read_expansion(std::string& word) {
    const char close = text_[at_ + 1] == '(' ? ')' : '}';
    const size_t end = std::min(text_.find(close, at_), text_.size() - 1) + 1;
    word += text_.substr(at_, end - at_);
    at_ = end;
  }

  std::string_view text_;
  std::vector<Word> words_;
  size_t at_ = 0;
};

// `NAME=value`; nothing where the word is none.
std::string_view assigned_name(std::string_view word) {
  const size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) return {};
  const std::string_view name = word.substr(0, equals);
  const bool good = std::all_of(name.begin(), name.end(),
                                [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
  return good && std::isdigit(static_cast<unsigned char>(name[0])) == 0 ? name : std::string_view();
}

const std::set<std::string_view>& prefixes() {
  static const std::set<std::string_view> words = {"export", "sudo", "time", "env", "exec",  "then",
                                                   "do",     "else", "if",   "set", "nohup", "!"};
  return words;
}

bool installs(const std::vector<Word>& words, size_t first) {
  std::string_view before;
  for (size_t i = first; i < words.size() && i < first + 6; ++i) {
    const std::string_view word = words[i].text;
    const bool tool = before.starts_with("pip") || before == "conda" || before == "mamba" || before == "micromamba" ||
                      before == "uv" || before == "poetry" || before.ends_with("/pip");
    if ((word == "install" || word == "add") && tool) return true;
    if (!word.starts_with('-') || word == "-m") before = word;
  }
  return false;
}

class CommandReader {
 public:
  CommandReader(const TextLine& line, Collector& out) : line_(line), out_(out) {}

  void read() {
    const auto words = Words(line_.text).split();
    add_variables();
    for (size_t first = 0; first < words.size();) {
      size_t end = first;
      while (end < words.size() && !words[end].ends) ++end;
      read_command(
          {words.begin() + static_cast<std::ptrdiff_t>(first), words.begin() + static_cast<std::ptrdiff_t>(end)});
      first = end + 1;
    }
  }

 private:
  // `$NAME`, `${NAME}`
  void add_variables() {
    for (size_t at = line_.text.find('$'); at != std::string_view::npos; at = line_.text.find('$', at + 1)) {
      size_t end = line_.text.substr(at + 1).starts_with('{') ? at + 2 : at + 1;
      const size_t first = end;
      while (end < line_.text.size() &&
             (std::isalnum(static_cast<unsigned char>(line_.text[end])) != 0 || line_.text[end] == '_'))
        ++end;
      const std::string_view name = line_.text.substr(first, end - first);
      if (is_variable_name(name)) out_.add(Kind::kEnv, std::string(name), line_, at);
    }
  }

  void read_command(const std::vector<Word>& words) {
    size_t first = 0;
    while (first < words.size() && read_prefix(words[first])) ++first;
    if (first >= words.size()) return;
    std::string text;
    for (size_t i = first; i < words.size(); ++i) text += (text.empty() ? "" : " ") + words[i].text;
    out_.add(Kind::kCommand, std::move(text), line_, words[first].offset);
    for (size_t i = first; i < words.size(); ++i) read_argument(words, i);
    if (installs(words, first)) read_packages(words, first);
  }

  // What stands before the command itself.
  bool read_prefix(const Word& word) {
    if (prefixes().contains(word.text)) return true;
    const std::string_view name = assigned_name(word.text);
    if (name.empty()) return false;
    add_assignment(word, name);
    return true;
  }

  void add_assignment(const Word& word, std::string_view name) {
    if (is_variable_name(name)) out_.add(Kind::kEnv, std::string(name), line_, word.offset);
    out_.add(Kind::kSetting, word.text, line_, word.offset);
  }

  // `--optim adamw` is the setting `--optim=adamw`.
  void read_argument(const std::vector<Word>& words, size_t i) {
    const std::string& word = words[i].text;
    const std::string_view name = assigned_name(word);
    if (!name.empty()) return add_assignment(words[i], name);
    if (is_variable_name(word)) out_.add(Kind::kEnv, word, line_, words[i].offset);
    if (!word.starts_with("--")) return;
    const bool valued =
        word.find('=') == std::string::npos && i + 1 < words.size() && !words[i + 1].text.starts_with('-');
    out_.add(Kind::kSetting, valued ? word + "=" + words[i + 1].text : word, line_, words[i].offset);
  }

  void read_packages(const std::vector<Word>& words, size_t first) {
    bool behind_install = false;
    for (size_t i = first; i < words.size(); ++i) {
      const std::string& word = words[i].text;
      const std::string& before = i > first ? words[i - 1].text : word;
      const bool value = before == "-i" || before == "--index-url" || before == "--extra-index-url" || before == "-c" ||
                         before == "-f" || before == "-r" || before == "--channel" || before == "-n";
      if (behind_install && !word.starts_with('-') && !value) out_.add_package(word, line_, words[i].offset);
      behind_install = behind_install || word == "install" || word == "add";
    }
  }

  const TextLine& line_;
  Collector& out_;
};

}  // namespace

void read_commands(const TextLine& line, Collector& out) { CommandReader(line, out).read(); }

}  // namespace pilotage
