// SPDX-License-Identifier: Apache-2.0
// What was not measured, and why: the reader must not take silence for a pass.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "judge/verdict.h"
#include "report/facts.h"

namespace pilotage {

struct Gap {
  std::string what;
  std::string why;
};

std::vector<Gap> gaps_of(const Plan& plan, const Verdict& verdict, const Facts& facts);

// Each metric of a criterion or a measurement with its definition, sorted by metric.
std::vector<std::pair<std::string, std::string>> definitions_of(const Verdict& verdict, const Facts& facts);

}  // namespace pilotage
