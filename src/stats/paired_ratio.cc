// SPDX-License-Identifier: Apache-2.0
// Tang, Tang and Chan (2003, Statistics in Medicine 22, 1217-1233), as in Fagerland, Lydersen and Laake, Statistical
// Analysis of Contingency Tables (2017), section 8.7. Written in 1 - ratio, so that no near-equal numbers are subtracted
// where the ratio is near 1; for a ratio above 1 the sides are exchanged.
#include "stats/paired_ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/alpha.h"
#include "stats/distribution.h"

namespace pilotage {
namespace {

// Both, candidate only, reference only.
struct Counts {
  double a = 0;
  double b = 0;
  double c = 0;
};

Counts counts_of(const PairedTable& table) {
  return {static_cast<double>(table.both_right), static_cast<double>(table.candidate_only),
          static_cast<double>(table.reference_only)};
}

Counts exchanged(const Counts& t) { return {t.a, t.c, t.b}; }

// For a ratio of at most 1. The nuisance share is the larger root of a quadratic; its discriminant is written as a sum
// of two terms that are never negative.
double score_below_one(const Counts& t, double ratio) {
  const double missing = 1 - ratio;
  const double spread = missing * (1 + ratio);
  const double flips = t.b + t.c;
  const double likely = (t.a + t.c) * spread;
  const double root = std::sqrt((flips - likely) * (flips - likely) + 4 * spread * t.a * t.b);
  const double variance = (flips + likely + root) / 2 - missing * (t.a + flips);
  const double distance = t.b - t.c + missing * (t.a + t.c);
  if (variance > 0) return distance / std::sqrt(variance);
  return distance == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), distance);
}

double score(const Counts& t, double ratio) {
  return ratio <= 1 ? score_below_one(t, ratio) : -score_below_one(exchanged(t), 1 / ratio);
}

// The smallest ratio that is not rejected at z, by bisection of ratio / (1 + ratio) down to neighbouring doubles.
double lower_limit(const Counts& t, double z) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (score(t, middle / (1 - middle)) > z ? low : high) = middle;
  }
  return low / (1 - low);
}

}  // namespace

double paired_ratio_score(const PairedTable& table, double ratio) {
  return ratio > 0 ? score(counts_of(table), ratio) : std::numeric_limits<double>::quiet_NaN();
}

Answer<PairedRatioBounds> paired_ratio_bounds(const PairedTable& table, double alpha) {
  const int64_t n = table.n();
  const int64_t smallest = std::min({table.both_right, table.candidate_only, table.reference_only, table.both_wrong});
  if (smallest < 0 || !is_alpha(alpha)) return {NoAnswer::kBadArgument, n};
  if (n == 0) return {NoAnswer::kTooFew, n};
  const Counts t = counts_of(table);
  if (t.a + t.c == 0) return {NoAnswer::kNotPositive, n};
  const double z = -normal_quantile(alpha);
  const PairedRatioBounds result{
      .ratio = (t.a + t.b) / (t.a + t.c), .lower = lower_limit(t, z), .upper = 1 / lower_limit(exchanged(t), z)};
  return {result, n};
}

}  // namespace pilotage
