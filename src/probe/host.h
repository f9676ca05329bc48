// SPDX-License-Identifier: Apache-2.0
// The native probe `host`: what machine this is. What lasts goes into `hello` and so into the environment lock; what
// changes from minute to minute goes into observations.
#pragma once

#include <optional>

#include "probe/runner.h"
#include "probe/speaker.h"

namespace pilotage {

// Device: any, it is not used. Parameters: none.
std::optional<ProbeError> run_host_probe(const ProbeRequest& request, Speaker& speaker);

// The lasting facts by themselves. What cannot be read here is absent, never empty or 0.
Json host_facts();

// Bytes that a new program can use without swapping, as Linux estimates them; absent where it does not.
std::optional<int64_t> available_memory();

}  // namespace pilotage
