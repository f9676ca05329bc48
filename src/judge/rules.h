// SPDX-License-Identifier: Apache-2.0
// The rules of criteria: a closed set, nothing is evaluated as code. Each takes checked numbers and fills a judgement:
// outcome, method, n, values, interval, reason, what would change it, details. Each may refuse the numbers it sees.
#pragma once

#include "judge/side.h"
#include "judge/verdict.h"

namespace pilotage {

struct Question {
  const Plan& plan;
  const Criterion& criterion;
  const Side& candidate;
  const Side* reference = nullptr;  // null for at_most and at_least

  double alpha() const { return 1 - criterion.confidence; }  // one-sided
};

// non_inferior, equivalent and ratios over items: the same items on both sides.
void judge_items(const Question& question, Judgement& judgement);
// The same rules over runs: Welch, one value a run. For times, rates and what is measured once a run.
void judge_runs(const Question& question, Judgement& judgement);
// at_most, at_least: the candidate alone against a limit.
void judge_limit(const Question& question, Judgement& judgement);

}  // namespace pilotage
