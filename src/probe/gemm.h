// SPDX-License-Identifier: Apache-2.0
// The native probe `gemm`: are matrix products right on this processor, and how fast are they?
#pragma once

#include <optional>

#include "probe/runner.h"
#include "probe/speaker.h"

namespace pilotage {

// Device: `cpu`. Parameters: `sizes` (square, 1 to 65536), `formats` (fp32, bf16, int8), `threads` (OpenMP's where it
// is absent), `repeats` (20). Says per format and size: `gemm.FORMAT.wrong_rows`, and `gemm.FORMAT.flops` run by run.
std::optional<ProbeError> run_gemm_probe(const ProbeRequest& request, Speaker& speaker);

}  // namespace pilotage
