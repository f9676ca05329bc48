// SPDX-License-Identifier: Apache-2.0
// How much more evidence would decide: the sample sizes behind every INCONCLUSIVE.
#pragma once

#include <string>
#include <vector>

#include "judge/rules.h"
#include "judge/window.h"
#include "stats/paired_binary.h"
#include "stats/proportion.h"

namespace pilotage {

// Each returns one phrase for `would_change` and puts its figures into the details: `needed_if_equal`, the number
// that decides with the criterion's power where the candidate is truly as good as the reference, and
// `needed_as_observed`, where the observed value is the true one; null where no number would.
std::string needed_for_table(const Question& question, const PairedTable& table, const Window& window,
                             Judgement& judgement);
// `sd` of the differences between the sides on the scale of `window`; `equal` is the value of two equal sides (0 or 1).
std::string needed_for_mean(const Question& question, double sd, double equal, const Estimate& estimate,
                            const Window& window, Judgement& judgement);
std::string needed_for_share(const Question& question, const ShareBounds& share, Judgement& judgement);
std::string needed_runs(const Question& question, const Estimate& estimate, const Window& window,
                        const std::vector<double>& reference, const std::vector<double>& candidate,
                        Judgement& judgement);

// The same for a statistic that gave no answer.
std::string remedy_of(NoAnswer reason, std::string if_too_few);

}  // namespace pilotage
