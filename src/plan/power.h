// SPDX-License-Identifier: Apache-2.0
// Can the sample at hand decide each criterion? The power of every rule that has one, before anything is measured, for
// a candidate that is as good as expected: no true difference, `expected_flips` of the answers changed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "plan/plan.h"

namespace pilotage {

enum class Readiness {
  kReady,         // the power is as wanted
  kUnderpowered,  // it is not, or no sample of a practical size would do
  kUnknown,       // the plan states too little to say; does not block
  kByThePoint,    // the rule looks at the value alone: there is no power to speak of
};

struct PowerFinding {
  std::string criterion;
  Readiness readiness = Readiness::kUnknown;
  int64_t n = 0;        // at hand
  std::string counted;  // what n counts: `items`, `runs a platform`; empty where nothing is counted
  double wanted = 0;
  std::optional<double> power;    // at n; where the rule looks at two sides, what it is at least
  std::optional<int64_t> needed;  // the n that would reach it; only where underpowered and there is one
  std::string accepted;           // the plan's reason for going on underpowered
  std::string text;               // one sentence with the figures and what was assumed

  // The plan is not ready: exit code 4.
  bool blocks() const { return readiness == Readiness::kUnderpowered && accepted.empty(); }
};

// One finding a criterion, in plan order. `items`: how many each workload's data has (see plan/data.h).
std::vector<PowerFinding> check_power(const Plan& plan, const std::map<std::string, int64_t>& items);

bool is_ready(const std::vector<PowerFinding>& findings);

// The chance that an equal candidate passes all criteria whose power is known, were they independent: powers multiply.
std::optional<double> joint_power(const std::vector<PowerFinding>& findings);

std::string_view word(Readiness readiness);  // ready, underpowered, unknown, by the point
Json power_to_json(const PowerFinding& finding);

}  // namespace pilotage
