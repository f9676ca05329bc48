// SPDX-License-Identifier: Apache-2.0
// The story of a verdict: read once, see what is in force, read the numbers that count, judge.
#include "judge/judge.h"

#include "judge/evidence_view.h"
#include "judge/verdict_of.h"

namespace pilotage {

Result<Verdict> judge(const Plan& plan, const Store& store) {
  EvidenceView view = TRY(read_records(store));
  view.unsealed = why_unsealed(plan, view);
  view.latest = latest_of(view);
  TRY(read_numbers(plan, store, view));
  return verdict_of(plan, view);
}

}  // namespace pilotage
