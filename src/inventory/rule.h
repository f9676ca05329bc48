// SPDX-License-Identifier: Apache-2.0
// TieRule: what ties a place in a source tree to one kind of accelerator, as data. PortJudgement: what such a tie costs
// on the way to one target. docs/scan.md is the reference of the file format.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inventory/language.h"
#include "inventory/occurrence.h"

namespace pilotage {

// In the order in which one outweighs another. Unknown outweighs what is known to be small: it may be anything.
enum class PortClass { kDeviceChange, kAdaptation, kUnknown, kDevelopment };
inline constexpr int kPortClasses = 4;

std::string_view word(PortClass port_class);

// Where a statement is from and how far it can be trusted.
struct Source {
  std::string text;
  std::string date;        // YYYY-MM-DD: when it said so
  std::string confidence;  // official, snapshot, reported, probed
};

struct Example {
  Language language = Language::kPython;
  std::string code;
};

// What a place is worth: its class, why, and what to do about it.
struct PortVerdict {
  PortClass port_class = PortClass::kUnknown;
  std::string why;
  std::string action;
  Source source;
};

struct TieRule {
  std::string id;                      // dotted lower case
  std::string group;                   // one of `rule_groups()`
  PortVerdict verdict;                 // for a target that has no judgement of its own
  std::vector<std::string> needs;      // a file without any of these, in whatever case, is not read for this rule
  std::vector<Language> languages;     // empty: all
  std::map<Kind, std::string> match;   // RE2, must fit the occurrence's whole text
  std::map<Kind, std::string> except;  // fits none of these
  std::optional<double> above;         // the number that the pattern's first group captures must be above it
  std::vector<Example> bad;            // found by this rule
  std::vector<Example> good;           // not found by this rule
};

struct PortJudgement {
  std::vector<std::string> rules;   // ids
  std::vector<std::string> groups;  // or all rules of these
  std::optional<double> above;      // only where the captured number is above it
  PortVerdict verdict;
};

struct RuleFile {
  std::vector<TieRule> rules;
  std::vector<PortJudgement> judgements;
};

struct Target {
  std::string name;
  std::vector<PortJudgement> judgements;  // the first that fits counts
};

// Everything that a scan is held against.
struct RuleBook {
  std::vector<TieRule> rules;  // of what fits one occurrence, the first counts
  std::vector<Target> targets;
  std::string digest;  // of all files that went in: what was found with other rules is stale
};

std::span<const std::string_view> rule_groups();

// All mistakes at once, each `FILE:LINE:COLUMN: text`.
Result<RuleFile> parse_rules(std::string_view text, const std::filesystem::path& file);

struct RuleText {
  std::string profile;
  std::filesystem::path file;
  std::string text;
};
// The common rules and those of the targets, in this order. A usage error where an id stands twice, or a judgement
// names a rule that is not there.
Result<RuleBook> make_rule_book(const RuleText& common, std::span<const RuleText> targets);

// What the rule says of a place for that target; `number` is what its pattern captured.
const PortVerdict& verdict_for(const TieRule& rule, const Target& target, std::optional<double> number);

}  // namespace pilotage
