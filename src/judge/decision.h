// SPDX-License-Identifier: Apache-2.0
// From judgements to a decision: gates in their order, conditions, GO or not.
#pragma once

#include "judge/evidence_view.h"
#include "judge/side.h"
#include "judge/verdict.h"

namespace pilotage {

// All criteria for one candidate, gate after gate: performance, endurance and cost are judged only where some criterion
// of gate numeric or quality is there and every one up to quality has passed.
std::vector<Judgement> judge_gates(const Plan& plan, const EvidenceView& view, Sides& sides, const Platform& candidate);

// What was waived, overridden, accepted underpowered or not verified, each one sentence.
std::vector<std::string> conditions_of(const Plan& plan, const EvidenceView& view, const Platform& candidate);

// Blocking findings on the candidate or the reference that the plan does not override, each one sentence: later stages
// were not run because of them, and nothing that was measured lets the workload go there.
std::vector<std::string> blocks_of(const Plan& plan, const EvidenceView& view, const Platform& candidate);

// NO GO if a criterion FAILs; else INSUFFICIENT EVIDENCE if one is open, refused or not judged, or there is none; else
// GO, with conditions where there are any.
Decision decide(const std::vector<Judgement>& judgements, const std::vector<std::string>& conditions);

}  // namespace pilotage
