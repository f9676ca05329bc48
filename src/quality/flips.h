// SPDX-License-Identifier: Apache-2.0
// Flips: items that one platform got right and the other wrong. Equal means can hide many of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"

namespace pilotage {

// The four cells of a paired comparison of 0/1 scores.
struct PairedCounts {
  int64_t both = 0;            // right on both
  int64_t candidate_only = 0;  // won
  int64_t reference_only = 0;  // lost
  int64_t neither = 0;

  int64_t n() const { return both + candidate_only + reference_only + neither; }
  int64_t flips() const { return candidate_only + reference_only; }
};

struct Flips {
  PairedCounts counts;
  std::vector<double> flipped;  // 1 where the two scores differ, else 0; by item
};

// Both in the same order of items. An error where the lengths differ, nothing is there, or a score is neither 0 nor 1.
Result<Flips> pair_scores(std::span<const double> reference, std::span<const double> candidate);

}  // namespace pilotage
