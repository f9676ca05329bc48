// SPDX-License-Identifier: Apache-2.0
#include "inventory/summary.h"

#include <algorithm>

namespace pilotage {
namespace {

// Counts the findings of one file after another; a line and a file count once each.
class Counter {
 public:
  explicit Counter(PlaceTally& tally) : tally_(&tally) {}
  void add(const ScannedFile& file, const Finding& finding) {
    ++tally_->findings;
    if (&file != file_) ++tally_->files;
    if (&file != file_ || finding.line != line_) ++tally_->places;
    file_ = &file;
    line_ = finding.line;
  }

 private:
  PlaceTally* tally_;
  const ScannedFile* file_ = nullptr;
  int64_t line_ = 0;
};

template <typename Key>
Counter& counter_in(std::map<std::string, Counter>& counters, Key& tallies, const std::string& name) {
  const auto found = counters.find(name);
  if (found != counters.end()) return found->second;
  return counters.emplace(name, Counter(tallies[name])).first->second;
}

void count_target(const ScanResult& result, const RuleBook& book, const Target& target, TargetSummary& summary) {
  std::vector<Counter> counters;
  for (PlaceTally& tally : summary.classes) counters.emplace_back(tally);
  if (result.counts.files == 0) summary.tree = PortClass::kUnknown;  // nothing was read, so nothing is known
  for (const ScannedFile& file : result.files) {
    if (file.is_documentation()) continue;
    for (const Finding& finding : file.findings) {
      const PortClass found = verdict_for(book.rules[finding.rule], target, finding.number).port_class;
      counters[static_cast<size_t>(found)].add(file, finding);
      summary.tree = std::max(summary.tree.value_or(found), found);
    }
  }
}

}  // namespace

ScanSummary summarise(const ScanResult& result, const RuleBook& book) {
  ScanSummary summary;
  Counter code(summary.code);
  Counter documentation(summary.documentation);
  std::map<std::string, Counter> groups;
  std::map<std::string, Counter> rules;
  for (const ScannedFile& file : result.files) {
    for (const Finding& finding : file.findings) {
      const TieRule& rule = book.rules[finding.rule];
      (file.is_documentation() ? documentation : code).add(file, finding);
      if (file.is_documentation()) continue;
      counter_in(groups, summary.groups, rule.group).add(file, finding);
      counter_in(rules, summary.rules, rule.id).add(file, finding);
    }
  }
  for (const Target& target : book.targets) {
    summary.targets.push_back({.target = target.name});
    count_target(result, book, target, summary.targets.back());
  }
  return summary;
}

}  // namespace pilotage
