// SPDX-License-Identifier: Apache-2.0
// Made-up pilots as plain values, for the tests of the report: one with the numbers of a real search pilot, and one
// whose names try to be more than text.
#pragma once

#include "judge/verdict.h"
#include "plan/plan.h"
#include "report/facts.h"

namespace pilotage {

struct Sample {
  Plan plan;
  Verdict verdict;
  Facts facts;
};

Sample search_sample();
Sample hostile_sample();

}  // namespace pilotage
