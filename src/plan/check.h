// SPDX-License-Identifier: Apache-2.0
// What must hold between the values of a plan: one reference, known names, rules that fit their metrics.
#pragma once

#include "base/mistakes.h"
#include "plan/places.h"
#include "plan/plan.h"

namespace pilotage {

// Adds every breach. Values that were wrong by themselves are left at their defaults and are not blamed twice where
// `places` does not know them.
void check_platforms(const Plan& plan, const Places& places, Mistakes& mistakes);
void check_workloads(const Plan& plan, const Places& places, Mistakes& mistakes);
void check_criteria(const Plan& plan, const Places& places, Mistakes& mistakes);
void check_pilot(const Plan& plan, const Places& places, Mistakes& mistakes);

}  // namespace pilotage
