// SPDX-License-Identifier: Apache-2.0
// FileReader: one file's text to findings: is there anything in it that a rule needs, what does it say, which rules
// fit.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "inventory/literals.h"
#include "inventory/pattern.h"
#include "inventory/rule.h"
#include "inventory/syntax.h"

namespace pilotage {

struct Finding {
  size_t rule = 0;  // its place in the book
  Kind kind = Kind::kName;
  int64_t line = 0;
  int64_t column = 0;
  std::string text;  // as the rule saw it
  std::optional<double> number;
};

// Rules made ready for reading. Any number of threads may share it.
class Rules {
 public:
  explicit Rules(RuleBook book);
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  const RuleBook& book() const { return book_; }
  const Literals& needed_by(Language language) const { return needed_[static_cast<size_t>(language)]; }
  const PatternSet& patterns() const { return patterns_; }

 private:
  RuleBook book_;
  PatternSet patterns_;
  std::vector<Literals> needed_;  // by language
};

struct ReadText {
  std::vector<Finding> findings;  // by line, column, rule; each once
  int64_t parsed_bytes = 0;       // of those that were read beyond the search for literals
};

// Each thread has its own.
class FileReader {
 public:
  explicit FileReader(const Rules& rules) : rules_(rules) {}  // `rules` must outlive it
  ReadText read(Language language, std::string_view text);

 private:
  Occurrences occurrences_of(Language language, std::string_view text, std::span<const uint32_t> hits, int64_t& parsed);
  std::optional<RuleMatch> match(Language language, const Occurrence& one);

  const Rules& rules_;
  PythonParser python_;
  // What was asked before: files say the same things over and over.
  std::unordered_map<std::string, std::optional<RuleMatch>> known_;
};

}  // namespace pilotage
