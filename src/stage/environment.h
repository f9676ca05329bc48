// SPDX-License-Identifier: Apache-2.0
// What stage `device` found of each platform: the environment lock, and what blocks a platform.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "evidence/store.h"
#include "plan/plan.h"

namespace pilotage {

// The digest of the lasting facts that `host` and `torch.env` said at their newest complete look, by platform. A platform
// that lacks one of the two has no entry.
Result<std::map<std::string, std::string>> environment_locks(const Store& store, const std::string& seal);

// The number of the next look at the environment: one more than the highest in the store, from 0.
Result<int64_t> next_look(const Store& store);

// Platforms with a blocking finding under this seal that the plan does not override, with the finding's rule.
Result<std::map<std::string, std::string>> blocked_platforms(const Plan& plan, const Store& store, const std::string& seal);

}  // namespace pilotage
