// SPDX-License-Identifier: Apache-2.0
// The native probe `memory`: how fast is this processor's memory, and does it keep what was written?
#pragma once

#include <optional>

#include "probe/runner.h"
#include "probe/speaker.h"

namespace pilotage {

// Device: `cpu`. Parameters: `mib` (MiB of each of three arrays; where it is absent four times the last-level cache),
// `threads` (all where it is absent), `repeats` (20). Says `memory.KERNEL.bandwidth` run by run for copy, scale, add
// and triad, and `memory.wrong_values`.
std::optional<ProbeError> run_memory_probe(const ProbeRequest& request, Speaker& speaker);

}  // namespace pilotage
