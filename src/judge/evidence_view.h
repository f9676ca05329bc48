// SPDX-License-Identifier: Apache-2.0
// EvidenceView: what the judge takes from a store, read once, as plain values. From here on judging is arithmetic.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evidence/store.h"
#include "plan/plan.h"
#include "plan/seal.h"

namespace pilotage {

// The newest seal record of the chain. That its signature is good is `verify`'s to say.
struct SealInForce {
  Seal seal;
  Sequence sequence = 0;
};

// What the newest look at a platform, or where there was none its newest attempt, stands for. Evidence that says otherwise is stale.
struct Latest {
  std::map<std::string, std::string> locks;                            // platform -> environment lock
  std::map<std::pair<std::string, std::string>, std::string> entries;  // platform, workload -> digest of the entry
  std::map<std::string, std::string> data;                             // workload -> digest of the data
};

struct EvidenceView {
  std::optional<SealInForce> seal;
  std::string unsealed;  // why nothing may count; empty where the plan is the sealed one
  Head head;
  std::vector<Attempt> attempts;                  // in order of the chain
  std::vector<std::vector<std::string>> metrics;  // of each attempt, sorted; empty where it is not complete
  std::vector<Note> refusals;
  std::vector<Note> findings;
  std::vector<Note> failures;
  std::vector<Note> not_run;
  std::vector<Note> stops;
  std::map<std::string, std::vector<size_t>> makers;  // digest of an artifact -> attempts that made it
  std::map<std::string, std::string> looks;  // platform -> environment lock of the newest look at it
  Latest latest;
  // The numbers of criteria only, by attempt and metric.
  std::map<std::pair<Sequence, std::string>, std::vector<Observation>> numbers;

  bool has_metric(size_t attempt, const std::string& metric) const;
};

// Everything but `unsealed`, `latest` and `numbers`.
Result<EvidenceView> read_records(const Store& store);
Latest latest_of(const EvidenceView& view);
// Margins written after the results would fit them: only the plan that is sealed may be judged by.
std::string why_unsealed(const Plan& plan, const EvidenceView& view);
// Reads the numbers that the plan's criteria need, each once.
Status read_numbers(const Plan& plan, const Store& store, EvidenceView& view);

}  // namespace pilotage
