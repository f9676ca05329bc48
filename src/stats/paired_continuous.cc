// SPDX-License-Identifier: Apache-2.0
// Student's paired t interval; two one-sided tests after Schuirmann (1987).
#include "stats/paired_continuous.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "stats/alpha.h"
#include "stats/distribution.h"
#include "stats/moments.h"

namespace pilotage {
namespace {

// `rounding`: what the subtraction of two equal distances may leave behind.
Answer<MeanBounds> bounds_of(std::span<const double> differences, double alpha, double rounding) {
  const auto answer = moments(differences);
  const int64_t n = answer.n();
  if (!is_alpha(alpha)) return {NoAnswer::kBadArgument, n};
  if (!answer) return {answer.reason(), n};
  if (n < 2) return {NoAnswer::kTooFew, n};
  if (answer->min == 0 && answer->max == 0) return {MeanBounds{.df = double(n - 1), .identical = true}, n};
  const bool constant = answer->no_spread() || answer->max - answer->min <= rounding;
  const bool zero = std::max(std::abs(answer->min), std::abs(answer->max)) <= rounding;
  if (constant && !zero) return {NoAnswer::kNoSpread, n};
  MeanBounds result{.estimate = answer->mean, .df = double(n - 1)};
  result.standard_error = *answer->sd / std::sqrt(double(n));
  const double half = -student_quantile(alpha, result.df) * result.standard_error;
  result.lower = result.estimate - half;
  result.upper = result.estimate + half;
  if (!std::isfinite(half)) return {NoAnswer::kNotFinite, n};
  return {result, n};
}

}  // namespace

Answer<MeanBounds> mean_bounds(std::span<const double> differences, double alpha) {
  return bounds_of(differences, alpha, 0);
}

Answer<MeanBounds> paired_mean_bounds(std::span<const double> reference, std::span<const double> candidate,
                                      double alpha) {
  const auto n = static_cast<int64_t>(candidate.size());
  if (reference.size() != candidate.size()) return {NoAnswer::kBadArgument, n};
  if (!all_finite(reference) || !all_finite(candidate)) return {NoAnswer::kNotFinite, n};
  std::vector<double> differences(candidate.size());
  std::ranges::transform(candidate, reference, differences.begin(), std::minus());
  const double scale = std::max(largest_size(reference), largest_size(candidate));
  return bounds_of(differences, alpha, 4 * std::numeric_limits<double>::epsilon() * scale);
}

double p_above(const MeanBounds& bounds, double bound) {
  if (bounds.standard_error == 0) return bounds.estimate > bound ? 0 : 1;
  return student_upper((bounds.estimate - bound) / bounds.standard_error, bounds.df);
}

double p_below(const MeanBounds& bounds, double bound) {
  if (bounds.standard_error == 0) return bounds.estimate < bound ? 0 : 1;
  return student_cdf((bounds.estimate - bound) / bounds.standard_error, bounds.df);
}

Equivalence equivalence(const MeanBounds& bounds, double margin) {
  return {.p_lower = p_above(bounds, -margin),
          .p_upper = p_below(bounds, margin),
          .equivalent = bounds.lower > -margin && bounds.upper < margin};
}

}  // namespace pilotage
