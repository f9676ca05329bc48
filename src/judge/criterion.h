// SPDX-License-Identifier: Apache-2.0
// One criterion for one candidate: gathers the sides, refuses what may not count, and asks the rule.
#pragma once

#include "judge/side.h"
#include "judge/verdict.h"

namespace pilotage {

Judgement judge_criterion(const Plan& plan, const EvidenceView& view, Sides& sides, const Criterion& criterion,
                          const Platform& candidate);

// The criterion under a gate that is closed, with the reason.
Judgement not_judged(const Criterion& criterion, const Platform& candidate, std::string reason,
                     std::string would_change);

}  // namespace pilotage
