// SPDX-License-Identifier: Apache-2.0
// The recorded outputs of one workload on one platform, and what can be said of them alone and against another's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/store.h"
#include "format/safetensors.h"
#include "numerics/output_check.h"
#include "plan/plan.h"

namespace pilotage {

struct Outputs {
  std::string digest;              // of the safetensors artifact
  std::vector<std::string> items;  // ids, in the order of the rows
  Safetensors tensors;
  std::optional<OutputFault> fault;  // why the file of tensors cannot be read; then there are none
};

struct Derived {
  std::vector<Observation> observations;
  std::optional<OutputFault> fault;  // why the outputs cannot be evidence; then there are no observations
};

// Opens the artifacts `outputs` and `items` of a complete attempt.
Result<Outputs> read_outputs(const Store& store, const Attempt& attempt);

// Per item: retrieval.recall_at_K (0 or 1), retrieval.reciprocal_rank.
Result<Derived> scores_of(const Outputs& outputs, const Scoring& scoring);

// Per item: flip_rate (1 where the hit changed, else 0); per item and output: embedding.cosine, embedding.relative_l2
// with items named `id/output`.
Result<Derived> differences_of(const Outputs& reference, const Outputs& candidate, const Scoring& scoring);

}  // namespace pilotage
