// SPDX-License-Identifier: Apache-2.0
// Quantile: the value below which a given share of a sample lies, and how far the sample fixes it.
// Values may come in any order. Infinity is a value here (a request that never came back); NaN is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "stats/answer.h"

namespace pilotage {

// A share as the decimal that was written: 0.55 is 55/100, so that 55 % of 100 values are 55 of them. The double 0.55
// is a little more, and its rank would come out as 56.
struct Fraction {
  int64_t numerator = 0;
  int64_t denominator = 1;

  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

// "0.999" or "1" or ".5"; at most 17 digits after the point; absent for anything else or outside [0, 1].
std::optional<Fraction> parse_fraction(std::string_view text);

// The 1-based rank of the p-quantile among n values: ceil(p n), at least 1. 0 for n <= 0.
int64_t nearest_rank(Fraction p, int64_t n);

// The value of that rank (Hyndman and Fan's type 1): a value that occurred. For limits and SLO statements.
Answer<double> nearest_rank_quantile(std::span<const double> values, Fraction p);

// Between two values (type 7, the default of R and NumPy). For display only.
Answer<double> interpolated_quantile(std::span<const double> values, Fraction p);

// Limits of a quantile that hold for every continuous distribution. One is absent where the sample is too small
// for it; `coverage` is the exact probability of holding the quantile between the limits that are there.
struct QuantileRanks {
  std::optional<int64_t> lower;  // 1-based ranks
  std::optional<int64_t> upper;
  double coverage = 0;
};

struct QuantileBounds {
  double estimate = 0;  // nearest rank
  std::optional<double> lower;
  std::optional<double> upper;
  double coverage = 0;
};

// The requests must be independent; where they queue, use one value a run instead. p strictly between 0 and 1.
Answer<QuantileRanks> quantile_ranks(int64_t n, Fraction p, double alpha);
Answer<QuantileBounds> quantile_bounds(std::span<const double> values, Fraction p, double alpha);

// The smallest n at which `beyond` values above a limit still show, at alpha, that the p-quantile is below it:
// 299 for p99, alpha 0.05 and none beyond. Also MLPerf's early-stopping rule (alpha 0.01).
Answer<int64_t> smallest_sample_for_quantile(Fraction p, double alpha, int64_t beyond = 0);

}  // namespace pilotage
