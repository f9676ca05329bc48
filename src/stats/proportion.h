// SPDX-License-Identifier: Apache-2.0
// Proportion: limits for one share, k of n.
#pragma once

#include <cstdint>

#include "stats/answer.h"

namespace pilotage {

struct ShareBounds {
  int64_t n = 0;
  double share = 0;
  double lower = 0;
  double upper = 0;
};

// Exact: each limit alone errs with probability alpha at most, whatever the true share; judges `at_most` and `at_least`
// over shares. kTooFew for n = 0, kBadArgument for k outside 0..n.
Answer<ShareBounds> clopper_pearson(int64_t k, int64_t n, double alpha);

// The score interval: shorter, right on average. For display, and inside Newcombe's method.
Answer<ShareBounds> wilson(int64_t k, int64_t n, double alpha);

}  // namespace pilotage
