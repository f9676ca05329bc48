// SPDX-License-Identifier: Apache-2.0
// Why a number is not there: refused by a stage, failed, broken off, not run, never started.
#pragma once

#include <vector>

#include "judge/selection.h"

namespace pilotage {

// Never empty: what stages refused under its own code, and else one `missing` with the most telling reason.
std::vector<Refusal> why_missing(const Plan& plan, const EvidenceView& view, const Wanted& wanted);

// A refusal record as the judge shows it.
Refusal refusal_of(const Note& note);

// The step that would take a refusal away.
std::string remedy(const std::string& code);

}  // namespace pilotage
