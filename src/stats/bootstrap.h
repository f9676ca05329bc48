// SPDX-License-Identifier: Apache-2.0
// Bootstrap: limits for statistics of paired items without a formula of their own, by drawing the items anew.
// Each drawing takes whole items, so that the pairs stay together. The same seed and item order give the same limits
// on every machine; hand the items over in the order of their ids.
#pragma once

#include <cstdint>
#include <span>

#include "stats/answer.h"

namespace pilotage {

enum class PairedStatistic {
  kMeanDifference,  // mean(candidate) - mean(reference)
  kRatioOfMeans,    // mean(candidate) / mean(reference): for margins relative to the reference
};

struct BootstrapOptions {
  double alpha = 0.05;
  int64_t resamples = 10000;  // at least 1000
  uint64_t seed = 1;
};

struct BootstrapBounds {
  double estimate = 0;
  double lower = 0;
  double upper = 0;
  double bias = 0;          // z0: how far the estimate lies from the middle of the drawings, in normal units
  double acceleration = 0;  // how the spread changes with the statistic
  bool identical = false;   // the sides are equal item by item: the limits are the estimate
  bool analytic = false;    // computed without drawing, see kMostDraws
};

// Above so many draws (items times resamples) the limits are computed by bootstrap_analytic.h instead: a second of
// drawing, and 20,000 items at the usual 10,000 resamples.
inline constexpr int64_t kMostDraws = 200'000'000;

// Fewer items hold no information at that level: the smallest n with 2^-n <= alpha, 5 for alpha 0.05.
int64_t fewest_bootstrap_items(double alpha);

// Bias-corrected and accelerated limits (BCa). kTooFew below 1000 resamples or below fewest_bootstrap_items(alpha).
// kNoSpread where all drawings agree; kAtEdge where z0 or a limit is not determined;
// kNotPositive where the reference's mean, or that of a drawing, is not above zero and a ratio is asked for.
Answer<BootstrapBounds> paired_bootstrap(std::span<const double> reference, std::span<const double> candidate,
                                         PairedStatistic statistic, const BootstrapOptions& options);

}  // namespace pilotage
