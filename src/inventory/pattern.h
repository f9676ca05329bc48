// SPDX-License-Identifier: Apache-2.0
// PatternSet: the patterns of all rules, held against occurrences. The one place that knows RE2, whose time is linear
// in the text whatever the pattern.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "inventory/occurrence.h"
#include "inventory/rule.h"

namespace pilotage {

// What is wrong with a pattern; nothing where it is right.
std::optional<std::string> trouble_of_pattern(const std::string& pattern);

struct RuleMatch {
  size_t rule = 0;               // its place in the book
  std::optional<double> number;  // what its pattern's first group captured
};

// Any number of threads may ask at once.
class PatternSet {
 public:
  explicit PatternSet(const RuleBook& book);  // `book` must outlive it
  ~PatternSet();
  PatternSet(const PatternSet&) = delete;
  PatternSet& operator=(const PatternSet&) = delete;

  // The first rule of the book that fits.
  std::optional<RuleMatch> match(Language language, Kind kind, std::string_view text) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pilotage
