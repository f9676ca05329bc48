// SPDX-License-Identifier: Apache-2.0
// Welch: two independent samples of unequal spread, one value a run. Runs, not requests, are the unit: requests of one
// run share its fate, and pooling them finds differences that are not there.
#pragma once

#include <cstdint>
#include <span>

#include "stats/answer.h"
#include "stats/paired_continuous.h"

namespace pilotage {

// Fewest runs a platform for a verdict on throughput or latency.
inline constexpr int64_t kFewestRuns = 5;

// candidate mean - reference mean. kTooFew below two values a side, kNoSpread where neither side varies.
// The answer's n counts both sides.
Answer<MeanBounds> welch_bounds(std::span<const double> reference, std::span<const double> candidate, double alpha);

struct RatioBounds {
  double ratio = 1;  // of the geometric means, candidate / reference
  double lower = 0;
  double upper = 0;
  MeanBounds logarithms;  // the same on the scale on which it was computed: p_above(logarithms, log(limit))
  int64_t reference_runs = 0;
  int64_t candidate_runs = 0;
};

// Welch on the logarithms. kNotPositive where a value is zero or below; kTooFew below `fewest_runs` on either side.
Answer<RatioBounds> welch_ratio_bounds(std::span<const double> reference, std::span<const double> candidate,
                                       double alpha, int64_t fewest_runs = kFewestRuns);

}  // namespace pilotage
