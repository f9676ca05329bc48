// SPDX-License-Identifier: Apache-2.0
// Power of the rules over one share, `at_most` and `at_least`, judged by the exact (Clopper-Pearson) limit.
#pragma once

#include <cstdint>

#include "stats/answer.h"
#include "stats/sample_size.h"

namespace pilotage {

struct ShareDesign {
  double limit = 0;  // strictly between 0 and 1
  double share = 0;  // the true one
  double alpha = 0.05;
};

// P(clopper_pearson(k, n, alpha).upper <= limit) and P(….lower >= limit), exact.
Answer<double> at_most_power(const ShareDesign& design, int64_t n);
Answer<double> at_least_power(const ShareDesign& design, int64_t n);

// kUnreachable where the true share is not on the good side of the limit, or only for more than 10^9 items.
Answer<SampleSize> at_most_sample_size(const ShareDesign& design, double wanted);
Answer<SampleSize> at_least_sample_size(const ShareDesign& design, double wanted);

}  // namespace pilotage
