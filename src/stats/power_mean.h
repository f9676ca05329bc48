// SPDX-License-Identifier: Apache-2.0
// Power of the rules over means, with Student's t: paired non-inferiority and equivalence over items, and the ratio of
// two platforms over runs. The spread must be known beforehand (a pilot run, the plan's `expected_sd`).
#pragma once

#include <cstdint>

#include "stats/answer.h"

namespace pilotage {

struct PairedMeanDesign {
  double margin = 0;      // above 0
  double sd = 0;          // of the differences; above 0
  double alpha = 0.05;
  double difference = 0;  // true mean of candidate - reference
};

// P(paired_mean_bounds(…).lower > -margin) for n items; exact for normal differences.
Answer<double> paired_mean_power(const PairedMeanDesign& design, int64_t n);
Answer<int64_t> paired_mean_sample_size(const PairedMeanDesign& design, double wanted);

// P(both limits strictly inside -margin..margin).
Answer<double> equivalence_power(const PairedMeanDesign& design, int64_t n);
Answer<int64_t> equivalence_sample_size(const PairedMeanDesign& design, double wanted);

// Welch on logarithms with as many runs on each side. `distance` is how far the true ratio lies from the limit, on its
// good side, as |ln(true / limit)|; for a true ratio of 1 and a margin of 5 % more: ln 1.05.
struct RatioDesign {
  double distance = 0;
  double sd = 0;  // of the logarithms between runs: for small spreads the coefficient of variation
  double alpha = 0.05;
};

Answer<double> ratio_power(const RatioDesign& design, int64_t runs);
// Runs a platform.
Answer<int64_t> ratio_runs(const RatioDesign& design, double wanted);

// The power of any one-sided t test.
double t_power(double noncentrality, double df, double alpha);

}  // namespace pilotage
