// SPDX-License-Identifier: Apache-2.0
// One distributed job never mixes vendors: NCCL, RCCL, MCCL and the Neuron collectives do not speak with each other.
#pragma once

#include "base/mistakes.h"
#include "plan/places.h"
#include "plan/plan.h"

namespace pilotage {

// Refuses a platform whose job would span hosts that the plan knows under another profile. What counts as a host of a
// job: the entries of `options.hosts`, and the words of a launcher that starts several ranks. What is known of a host:
// the profiles of all platforms that reach it by ssh.
void check_vendors(const Plan& plan, const Places& places, Mistakes& mistakes);

}  // namespace pilotage
