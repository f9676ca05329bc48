// SPDX-License-Identifier: Apache-2.0
// Derived observations: numbers that a stage computes from recorded artifacts, naming their digests.
#pragma once

#include "evidence/store.h"
#include "stage/case.h"
#include "stage/stage.h"

namespace pilotage {

// Scores of each platform's outputs and, for each candidate, its differences to the reference's. Outputs that cannot be
// evidence (empty, not finite, all rows equal) become a refusal record instead. Repeats nothing that is complete.
Status derive_observations(const Stage& stage, const RunContext& context, Store& store);

}  // namespace pilotage
