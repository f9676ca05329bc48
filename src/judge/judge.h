// SPDX-License-Identifier: Apache-2.0
// The judge: evidence in, verdict out. It measures nothing, prints nothing and changes nothing.
#pragma once

#include "evidence/store.h"
#include "judge/verdict.h"
#include "plan/plan.h"

namespace pilotage {

// Every criterion for every candidate. Doubtful evidence is no error but a refusal under its code, and the criterion
// stays open; a damaged chain is an error (kDamaged).
Result<Verdict> judge(const Plan& plan, const Store& store);

}  // namespace pilotage
