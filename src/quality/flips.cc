// SPDX-License-Identifier: Apache-2.0
#include "quality/flips.h"

#include <algorithm>

namespace pilotage {
namespace {

bool is_score(double value) { return value == 0 || value == 1; }

int64_t& cell(PairedCounts& counts, bool reference, bool candidate) {
  if (reference) return candidate ? counts.both : counts.reference_only;
  return candidate ? counts.candidate_only : counts.neither;
}

}  // namespace

Result<Flips> pair_scores(std::span<const double> reference, std::span<const double> candidate) {
  if (reference.size() != candidate.size()) {
    return damaged_error(std::to_string(reference.size()) + " scores of the reference cannot be paired with " +
                         std::to_string(candidate.size()) + " of the candidate");
  }
  if (reference.empty()) return damaged_error("there are no scores to pair");
  if (!std::ranges::all_of(reference, is_score) || !std::ranges::all_of(candidate, is_score)) {
    return damaged_error("a score to pair is neither 0 nor 1");
  }
  Flips flips;
  for (size_t i = 0; i < reference.size(); ++i) {
    ++cell(flips.counts, reference[i] == 1, candidate[i] == 1);
    flips.flipped.push_back(reference[i] == candidate[i] ? 0 : 1);
  }
  return flips;
}

}  // namespace pilotage
