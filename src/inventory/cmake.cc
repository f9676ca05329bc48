// SPDX-License-Identifier: Apache-2.0
// CMake: calls with their words. Branches of other vendors are left out by the names in the condition.
#include <algorithm>
#include <cctype>
#include <vector>

#include "base/text.h"
#include "inventory/script.h"
#include "inventory/vendor_branch.h"

namespace pilotage {
namespace {

struct Place {
  size_t at = 0;
  int64_t line = 1;
  size_t line_start = 0;
};

class CmakeReader {
 public:
  CmakeReader(std::string_view text, Occurrences& out) : text_(text), out_(out) {}

  void read() {
    while (true) {
      skip_blank();
      if (place_.at >= text_.size()) return;
      read_call();
    }
  }

 private:
  struct Word {
    std::string text;
    TextLine place;
  };

  TextLine here() const { return {"", place_.line, static_cast<int64_t>(place_.at - place_.line_start) + 1}; }

  void step() {
    if (text_[place_.at++] != '\n') return;
    ++place_.line;
    place_.line_start = place_.at;
  }

  void skip_blank() {
    while (place_.at < text_.size()) {
      const char c = text_[place_.at];
      if (c == '#')
        skip_comment();
      else if (std::isspace(static_cast<unsigned char>(c)) != 0)
        step();
      else
        return;
    }
  }

  void skip_comment() {
    const bool block = text_.substr(place_.at).starts_with("#[[");
    const std::string_view end = block ? "]]" : "\n";
    const size_t stop = std::min(text_.find(end, place_.at), text_.size());
    while (place_.at < stop) step();
    if (block && place_.at < text_.size()) place_.at += 2;
  }

  Word read_word() {
    Word word{"", here()};
    const bool quoted = text_[place_.at] == '"';
    if (quoted) ++place_.at;
    while (place_.at < text_.size()) {
      const char c = text_[place_.at];
      if (quoted ? c == '"' : (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '(' || c == ')' || c == '"'))
        break;
      word.text += c;
      step();
    }
    if (quoted && place_.at < text_.size()) ++place_.at;
    return word;
  }

  void read_call() {
    Word name = read_word();
    skip_blank();
    if (place_.at >= text_.size() || text_[place_.at] != '(') {
      if (name.text.empty() && place_.at < text_.size()) step();
      return;
    }
    handle(name, read_arguments());
  }

  std::vector<Word> read_arguments() {
    std::vector<Word> words;
    int level = 0;
    do {
      const char c = text_[place_.at];
      if (c == '(' || c == ')') {
        level += c == '(' ? 1 : -1;
        ++place_.at;
      } else {
        words.push_back(read_word());
      }
      skip_blank();
    } while (level > 0 && place_.at < text_.size());
    return words;
  }

  static Branch branch_of(const std::vector<Word>& condition) {
    const auto is = [](std::string_view word) { return [word](const Word& one) { return one.text == word; }; };
    if (std::any_of(condition.begin(), condition.end(), is("OR"))) return Branch::kAny;
    if (condition.size() == 1 && (condition[0].text == "FALSE" || condition[0].text == "OFF")) return Branch::kOther;
    const bool negated = !condition.empty() && condition[0].text == "NOT";
    const bool other =
        std::any_of(condition.begin(), condition.end(), [](const Word& w) { return names_other_vendor(w.text); });
    if (!other || (negated && condition.size() > 2)) return Branch::kAny;
    return negated ? Branch::kUnless : Branch::kOther;
  }

  bool live() const {
    return std::all_of(open_.begin(), open_.end(), [](const Open& one) { return one.live; });
  }

  void next(Branch branch) {
    if (open_.empty()) return;
    open_.back().live = !open_.back().rest_dead && branch != Branch::kOther;
    open_.back().rest_dead = open_.back().rest_dead || branch == Branch::kUnless;
  }

  void handle(const Word& name, const std::vector<Word>& words) {
    std::string lower = name.text;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower == "if")
      open_.push_back({branch_of(words) != Branch::kOther, branch_of(words) == Branch::kUnless});
    else if (lower == "elseif")
      next(branch_of(words));
    else if (lower == "else")
      next(Branch::kAny);
    else if (lower == "endif" && !open_.empty())
      open_.pop_back();
    else if (live())
      tell(name, lower, words);
  }

  void tell(const Word& name, const std::string& lower, const std::vector<Word>& words) {
    std::string joined;
    for (const Word& word : words) {
      joined += (joined.empty() ? "" : " ") + word.text;
      if (is_variable_name(word.text)) out_.add(Kind::kEnv, word.text, word.place);
      out_.add(Kind::kIdentifier, word.text, word.place);
    }
    if (lower == "set" && words.size() > 1)
      out_.add(Kind::kSetting, words[0].text + "=" + joined.substr(words[0].text.size() + 1), name.place);
    out_.add(Kind::kCall, lower + "(" + joined + ")", name.place);
  }

  struct Open {
    bool live;
    bool rest_dead;
  };

  std::string_view text_;
  Collector out_;
  Place place_;
  std::vector<Open> open_;
};

}  // namespace

Occurrences read_cmake(std::string_view text) {
  Occurrences result;
  CmakeReader(text, result).read();
  return result;
}

}  // namespace pilotage
