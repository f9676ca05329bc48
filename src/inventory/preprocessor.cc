// SPDX-License-Identifier: Apache-2.0
// No macro is expanded: a condition is judged by the names in it alone, and what cannot be judged is kept.
#include "inventory/preprocessor.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/text.h"
#include "inventory/vendor_branch.h"

namespace pilotage {
namespace {

Branch opposite(Branch branch) {
  if (branch == Branch::kAny) return Branch::kAny;
  return branch == Branch::kOther ? Branch::kUnless : Branch::kOther;
}

Branch branch_of_term(std::string_view term) {
  term = trim(term);
  if (term.starts_with('!')) return opposite(branch_of_term(term.substr(1)));
  if (term == "0" || term == "false") return Branch::kOther;
  if (term == "1" || term == "true") return Branch::kUnless;
  return names_other_vendor(term) ? Branch::kOther : Branch::kAny;
}

// The parts of a condition between `&&` or `||`.
std::vector<std::string_view> parts_of(std::string_view condition, std::string_view mark) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= condition.size();) {
    const size_t end = std::min(condition.find(mark, at), condition.size());
    parts.push_back(condition.substr(at, end - at));
    at = end + mark.size();
  }
  return parts;
}

Branch branch_of_condition(std::string_view condition) {
  const auto other = [](std::string_view part) { return branch_of_term(part) == Branch::kOther; };
  const auto alternatives = parts_of(condition, "||");
  const auto needed = parts_of(condition, "&&");
  if (alternatives.size() > 1) {
    return std::all_of(alternatives.begin(), alternatives.end(), other) ? Branch::kOther : Branch::kAny;
  }
  if (needed.size() > 1) return std::any_of(needed.begin(), needed.end(), other) ? Branch::kOther : Branch::kAny;
  return branch_of_term(condition);
}

class Cleaner {
 public:
  explicit Cleaner(std::string_view text) : text_(text), out_(text) {}

  std::string clean() && {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  struct Open {  // one #if … #endif
    bool outer_live;
    bool live;
    bool rest_dead;  // what follows under #else or #elif is another vendor's
  };

  bool live() const { return open_.empty() || open_.back().live; }
  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      line_start_ = true;
      ++at_;
    } else if (starts("//")) {
      blank_to(end_of_line(at_));
    } else if (starts("/*")) {
      blank_to(std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2);
    } else if (c == '#' && line_start_) {
      directive();
    } else {
      line_start_ = line_start_ && (c == ' ' || c == '\t');
      live() ? keep() : blank_to(at_ + 1);
    }
  }

  void keep() {
    if (starts("R\"")) return skip_raw_string();
    if (text_[at_] == '"') return skip_string('"');
    if (text_[at_] == '\'' && !is_digit_separator()) return skip_string('\'');
    ++at_;
  }

  bool is_digit_separator() const {
    return at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) != 0 && at_ + 2 < text_.size() &&
           text_[at_ + 2] != '\'';
  }

  void skip_string(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_, text_.size());
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  void skip_raw_string() {
    const size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 18) {
      ++at_;
      return;
    }
    const std::string end = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const size_t found = text_.find(end, open);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  void blank_to(size_t end) {
    end = std::min(end, text_.size());
    for (; at_ < end; ++at_) {
      if (text_[at_] != '\n') out_[at_] = ' ';
    }
  }

  // Of a line that goes on where it ends in a backslash.
  size_t end_of_line(size_t from) const {
    size_t end = text_.find('\n', from);
    while (end != std::string_view::npos && end > from && text_[end - 1] == '\\') end = text_.find('\n', end + 1);
    return end == std::string_view::npos ? text_.size() : end;
  }

  void directive() {
    const size_t end = end_of_line(at_);
    std::string_view line = trim(text_.substr(at_ + 1, end - at_ - 1));
    line = trim(line.substr(0, std::min(line.find("//"), line.find("/*"))));
    const size_t space = std::min(line.find_first_of(" \t(!"), line.size());
    const bool condition = conditional(line.substr(0, space), line.substr(space));
    line_start_ = false;
    if (condition)
      blank_to(end);
    else
      ++at_;
  }

  // Whether the directive is one of the conditional ones.
  bool conditional(std::string_view name, std::string_view rest) {
    if (name == "if") return begin(branch_of_condition(rest)), true;
    if (name == "ifdef") return begin(branch_of_term(rest)), true;
    if (name == "ifndef") return begin(opposite(branch_of_term(rest))), true;
    if (name == "elif") return next(branch_of_condition(rest)), true;
    if (name == "else") return next(Branch::kAny), true;
    if (name == "endif" && !open_.empty()) open_.pop_back();
    return name == "endif";
  }

  void begin(Branch branch) {
    const bool outer = live();
    open_.push_back({outer, outer && branch != Branch::kOther, branch == Branch::kUnless});
  }

  void next(Branch branch) {
    if (open_.empty()) return;
    Open& open = open_.back();
    open.live = open.outer_live && !open.rest_dead && branch != Branch::kOther;
    open.rest_dead = open.rest_dead || branch == Branch::kUnless;
  }

  std::string_view text_;
  std::string out_;
  std::vector<Open> open_;
  size_t at_ = 0;
  bool line_start_ = true;
};

}  // namespace

std::string without_dead_code(std::string_view text) { return Cleaner(text).clean(); }

}  // namespace pilotage
