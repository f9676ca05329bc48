// SPDX-License-Identifier: Apache-2.0
// What the plan says of a workload on one platform: which entry file, which options.
#pragma once

#include <string>

#include "base/json.h"
#include "plan/plan.h"

namespace pilotage {

// The platform's own entry where it has one (a port has other code), else the workload's.
std::string entry_of(const Platform& platform, const Workload& workload);

// The workload's options, with the platform's over them.
Json merged_options(const Workload& workload, const Platform& platform);

}  // namespace pilotage
