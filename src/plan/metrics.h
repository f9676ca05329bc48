// SPDX-License-Identifier: Apache-2.0
// Which metrics a plan can yield, with unit and shape: a criterion on anything else could only ever be missing.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace pilotage {

enum class Values {
  kScore,  // one per item on each side: paired rules
  kPair,   // one per item, between the two sides; the reference has none of its own
  kRun,    // numbers of each run on each side: ratios
  kOnce,   // one number on each side
  kBasic,  // of `[basics]`, belongs to no workload
};

struct PlannedMetric {
  std::string name;
  std::string unit;  // a base unit of base/units.h
  Values values;
  bool binary = false;  // 0 or 1 per item: its mean is a share
  std::string what;
};

std::vector<PlannedMetric> metrics_of(const Workload& workload);
std::vector<PlannedMetric> metrics_of(const Basics& basics);
// What a criterion may name: its workload's, or those of basics where it names no workload.
std::vector<PlannedMetric> metrics_for(const Criterion& criterion, const Plan& plan);

}  // namespace pilotage
