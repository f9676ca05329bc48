// SPDX-License-Identifier: Apache-2.0
// The verdict over evidence that is read already: pure arithmetic, no store.
#pragma once

#include "judge/evidence_view.h"
#include "judge/verdict.h"

namespace pilotage {

Verdict verdict_of(const Plan& plan, const EvidenceView& view);

}  // namespace pilotage
