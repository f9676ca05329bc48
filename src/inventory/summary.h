// SPDX-License-Identifier: Apache-2.0
// What a scan comes to: how many places of which class and group there are, for each target, code and documentation
// apart.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inventory/scan.h"

namespace pilotage {

struct PlaceTally {
  int64_t findings = 0;
  int64_t places = 0;  // lines that have at least one
  int64_t files = 0;
};

struct TargetSummary {
  std::string target;
  // The class that outweighs the others; nothing where no code was found to be tied, unknown where no file was read.
  std::optional<PortClass> tree;
  std::array<PlaceTally, kPortClasses> classes;
};

struct ScanSummary {
  PlaceTally code;
  PlaceTally documentation;
  std::map<std::string, PlaceTally, std::less<>> groups;  // of code
  std::map<std::string, PlaceTally, std::less<>> rules;   // of code
  std::vector<TargetSummary> targets;                     // in the order of the book
};

ScanSummary summarise(const ScanResult& result, const RuleBook& book);

}  // namespace pilotage
