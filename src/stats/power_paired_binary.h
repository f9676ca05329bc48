// SPDX-License-Identifier: Apache-2.0
// Power of the paired rules over right/wrong answers: how likely Tango's limits come out on the good side of the
// margin, counted over every possible sample. The usual formula is wrong where few answers flip.
#pragma once

#include <cstdint>

#include "stats/answer.h"
#include "stats/sample_size.h"

namespace pilotage {

enum class PairedBinaryRule {
  kNonInferior,  // lower limit > -margin
  kEquivalent,   // and upper limit < margin
};

struct PairedBinaryDesign {
  double margin = 0;      // M, absolute, in (0, 1)
  double flips = 0;       // expected share of items that only one side answers right, in [0, 1]
  double alpha = 0.05;
  double difference = 0;  // true difference, candidate - reference; |difference| <= flips
  PairedBinaryRule rule = PairedBinaryRule::kNonInferior;
};

// P(the rule passes on tango_bounds(table, alpha)) with n items, exact to about 1e-11.
Answer<double> tango_power(const PairedBinaryDesign& design, int64_t n);

// How many items reach the power `wanted`. Above 200,000 items the teeth of the saw are too small to matter and `first`
// is `lasting`. kUnreachable where the true difference is outside the margin, or for more than kLargestSample items.
Answer<SampleSize> tango_sample_size(const PairedBinaryDesign& design, double wanted);

inline constexpr int64_t kLargestSample = 100'000'000;

// The normal approximation of non-inferiority, for comparison: (z_alpha + z_beta)^2 (flips - d^2) / (margin + d)^2.
Answer<double> approximate_sample_size(const PairedBinaryDesign& design, double wanted);

}  // namespace pilotage
