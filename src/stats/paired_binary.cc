// SPDX-License-Identifier: Apache-2.0
// Tango (1998, Statistics in Medicine 17, 891-908); Newcombe (1998, same volume, 2635-2650), method 10;
// McNemar (1947) with the exact and mid-p forms as in Fagerland, Lydersen and Laake (2013).
// Tango's nuisance share is the root of a quadratic whose usual form cancels; both cures are in `score_above_zero`.
#include "stats/paired_binary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/alpha.h"
#include "stats/distribution.h"
#include "stats/proportion.h"

namespace pilotage {
namespace {

double as_double(int64_t count) { return static_cast<double>(count); }

std::optional<NoAnswer> refuse(const PairedTable& table) {
  const int64_t smallest =
      std::min({table.both_right, table.candidate_only, table.reference_only, table.both_wrong});
  if (smallest < 0) return NoAnswer::kBadArgument;
  if (table.n() == 0) return NoAnswer::kTooFew;
  return std::nullopt;
}

// For difference >= 0 the discriminant is a sum of two terms that are never negative, and of the two forms of the
// root the one without a subtraction of near-equal numbers is taken.
double score_above_zero(double b, double c, double n, double difference) {
  const double spread = difference * (1 - difference);
  const double linear = 2 * n * difference - (b + c) - (b - c) * difference;
  const double root = std::sqrt(linear * linear + 8 * n * c * spread);
  const double nuisance = linear > 0 ? 2 * c * spread / (root + linear) : (root - linear) / (4 * n);
  const double variance = n * (2 * nuisance + spread);
  const double distance = b - c - n * difference;
  if (variance > 0) return distance / std::sqrt(variance);
  return distance == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), distance);
}

// The smallest difference that is not rejected at z: the score falls from infinity at -1 to 0 at the estimate.
// Bisection down to neighbouring doubles, since it cannot fail.
double tango_lower(double b, double c, double n, double z) {
  double low = -1;
  double high = (b - c) / n;
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (tango_score(b, c, n, middle) > z ? low : high) = middle;
  }
  return low;
}

// Newcombe's correlation of the two shares, with his continuity correction.
double correlation(const PairedTable& t) {
  const double a = as_double(t.both_right);
  const double b = as_double(t.candidate_only);
  const double c = as_double(t.reference_only);
  const double d = as_double(t.both_wrong);
  const double product = (a + b) * (c + d) * (a + c) * (b + d);
  if (product == 0) return 0;
  const double cross = a * d - b * c;
  const double half = (a + b + c + d) / 2;
  if (cross < 0) return cross / std::sqrt(product);
  return std::max(cross - half, 0.0) / std::sqrt(product);
}

// Length of the side opposite to the angle whose cosine is `cosine`.
double law_of_cosines(double x, double y, double cosine) {
  return std::sqrt(std::max(x * x + y * y - 2 * cosine * x * y, 0.0));
}

}  // namespace

double tango_score(double candidate_only, double reference_only, double n, double difference) {
  if (difference >= 0) return score_above_zero(candidate_only, reference_only, n, difference);
  return -score_above_zero(reference_only, candidate_only, n, -difference);
}

Answer<PairedShareBounds> tango_bounds(const PairedTable& table, double alpha) {
  const int64_t items = table.n();
  if (const auto reason = refuse(table)) return {*reason, items};
  if (!is_alpha(alpha)) return {NoAnswer::kBadArgument, items};
  const double b = as_double(table.candidate_only);
  const double c = as_double(table.reference_only);
  const double n = as_double(items);
  const double z = -normal_quantile(alpha);
  const PairedShareBounds result{
      .difference = (b - c) / n, .lower = tango_lower(b, c, n, z), .upper = -tango_lower(c, b, n, z)};
  return {result, items};
}

Answer<PairedShareBounds> newcombe_bounds(const PairedTable& table, double alpha) {
  const int64_t n = table.n();
  if (const auto reason = refuse(table)) return {*reason, n};
  if (!is_alpha(alpha)) return {NoAnswer::kBadArgument, n};
  const ShareBounds candidate = *wilson(table.both_right + table.candidate_only, n, alpha);
  const ShareBounds reference = *wilson(table.both_right + table.reference_only, n, alpha);
  const double cosine = correlation(table);
  const double difference = as_double(table.candidate_only - table.reference_only) / as_double(n);
  const double below =
      law_of_cosines(candidate.share - candidate.lower, reference.upper - reference.share, cosine);
  const double above =
      law_of_cosines(reference.share - reference.lower, candidate.upper - candidate.share, cosine);
  return {PairedShareBounds{.difference = difference, .lower = difference - below, .upper = difference + above}, n};
}

Answer<ScoreTest> tango_non_inferiority(const PairedTable& table, double margin) {
  const int64_t n = table.n();
  if (const auto reason = refuse(table)) return {*reason, n};
  if (!(margin >= 0 && margin < 1)) return {NoAnswer::kBadArgument, n};
  const double z =
      tango_score(as_double(table.candidate_only), as_double(table.reference_only), as_double(n), -margin);
  return {ScoreTest{.z = z, .p = normal_upper(z)}, n};
}

Answer<McNemar> mcnemar(const PairedTable& table) {
  if (const auto reason = refuse(table)) return {*reason, table.n()};
  McNemar result;
  const int64_t flips = table.flips();
  if (flips == 0) return {result, table.n()};
  const double distance = std::abs(as_double(table.candidate_only - table.reference_only));
  const double corrected = std::max(distance - 1, 0.0);
  result.chi_squared = distance * distance / as_double(flips);
  result.corrected_chi_squared = corrected * corrected / as_double(flips);
  result.p = chi_squared_1_upper(*result.chi_squared);
  result.corrected_p = chi_squared_1_upper(*result.corrected_chi_squared);
  const int64_t fewer = std::min(table.candidate_only, table.reference_only);
  const double tail = 2 * binomial_cdf(fewer, flips, 0.5);
  result.exact_p = std::min(1.0, tail);
  result.mid_p = std::min(1.0, tail - binomial_pmf(fewer, flips, 0.5));
  return {result, table.n()};
}

}  // namespace pilotage
