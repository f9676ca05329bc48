// SPDX-License-Identifier: Apache-2.0
// Medians of what stages `basics` and `serving` measured, for the page: summaries, not judgements.
#pragma once

#include <string>
#include <vector>

#include "evidence/store.h"
#include "report/facts.h"

namespace pilotage {

// Of the complete attempts under that seal. A metric of several runs is summarised over the runs' medians, since
// numbers within a run are not independent.
Result<std::vector<Measurement>> measurements_of(const std::vector<Attempt>& attempts, const std::string& seal,
                                                 const Store& store);

// One summary of the medians of runs, or of one run's numbers. `values` is not empty.
void summarise(std::vector<double> values, Measurement& measurement);

}  // namespace pilotage
