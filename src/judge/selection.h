// SPDX-License-Identifier: Apache-2.0
// Which attempts count: for one platform, workload and metric the current one of each run, and why others do not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/evidence_view.h"
#include "judge/verdict.h"

namespace pilotage {

struct Wanted {
  const Platform* platform = nullptr;
  std::string workload;
  std::string metric;
};

struct Selection {
  std::vector<size_t> attempts;   // into EvidenceView::attempts, one a run, in order of runs
  std::vector<Refusal> refusals;  // any of them blocks the criterion
};

// Of several complete attempts at one run the newest that is current counts: `run` repeats nothing that is complete, so
// an older one may have become current again when an environment came back. Two current ones of one key are
// `duplicated`.
Selection select_attempts(const Plan& plan, const EvidenceView& view, const Wanted& wanted);

// Why one attempt may not count: before_seal, stale, other_conditions. Nothing where it may.
std::optional<Refusal> flaw_of(const Plan& plan, const EvidenceView& view, const Attempt& attempt);

// The attempts whose artifacts a derived attempt was computed from and which may count.
std::vector<size_t> sources_of(const Plan& plan, const EvidenceView& view, const Attempt& attempt);

}  // namespace pilotage
