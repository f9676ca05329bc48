// SPDX-License-Identifier: Apache-2.0
// What stage `device` found of each platform: how often it looked, and what blocks a platform.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "evidence/store.h"
#include "plan/plan.h"

namespace pilotage {

// The number of the next look at the environment: one more than the highest in the store, from 0.
Result<int64_t> next_look(const Store& store);

// Platforms with a blocking finding under this seal that the plan does not override, with the finding's rule.
Result<std::map<std::string, std::string>> blocked_platforms(const Plan& plan, const Store& store, const std::string& seal);

}  // namespace pilotage
