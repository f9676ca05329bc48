// SPDX-License-Identifier: Apache-2.0
// Welch (1947, Biometrika 34) with Satterthwaite's degrees of freedom.
#include "stats/welch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/alpha.h"
#include "stats/distribution.h"
#include "stats/moments.h"

namespace pilotage {
namespace {

// Standard error of a side's mean; exactly zero where only rounding tells its values apart.
double error_of(const Moments& side) {
  if (side.no_spread()) return 0;
  return *side.sd / std::sqrt(double(side.n));
}

MeanBounds bounds_of(const Moments& reference, const Moments& candidate, double alpha) {
  const double u = error_of(reference);
  const double v = error_of(candidate);
  MeanBounds result{.estimate = candidate.mean - reference.mean, .standard_error = std::hypot(u, v)};
  // Satterthwaite, each square divided by their sum before it is squared, so that none leaves the range of double.
  const double left = u / result.standard_error * (u / result.standard_error);
  const double right = v / result.standard_error * (v / result.standard_error);
  result.df = 1 / (left * left / double(reference.n - 1) + right * right / double(candidate.n - 1));
  const double half = -student_quantile(alpha, result.df) * result.standard_error;
  result.lower = result.estimate - half;
  result.upper = result.estimate + half;
  return result;
}

std::vector<double> logarithms(std::span<const double> values) {
  std::vector<double> result(values.size());
  std::ranges::transform(values, result.begin(), [](double value) { return std::log(value); });
  return result;
}

bool no_spread(std::span<const double> values) {
  const auto answer = moments(values);
  return answer && answer->no_spread();
}

bool all_positive(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return value > 0; });
}

}  // namespace

Answer<MeanBounds> welch_bounds(std::span<const double> reference, std::span<const double> candidate, double alpha) {
  const auto left = moments(reference);
  const auto right = moments(candidate);
  const int64_t n = left.n() + right.n();
  if (!is_alpha(alpha)) return {NoAnswer::kBadArgument, n};
  if (!left) return {left.reason(), n};
  if (!right) return {right.reason(), n};
  if (std::min(left->n, right->n) < 2) return {NoAnswer::kTooFew, n};
  if (left->no_spread() && right->no_spread()) return {NoAnswer::kNoSpread, n};
  const MeanBounds result = bounds_of(*left, *right, alpha);
  if (!std::isfinite(result.lower) || !std::isfinite(result.upper)) return {NoAnswer::kNotFinite, n};
  return {result, n};
}

Answer<RatioBounds> welch_ratio_bounds(std::span<const double> reference, std::span<const double> candidate,
                                       double alpha, int64_t fewest_runs) {
  const auto n = static_cast<int64_t>(reference.size() + candidate.size());
  if (!all_finite(reference) || !all_finite(candidate)) return {NoAnswer::kNotFinite, n};
  if (!all_positive(reference) || !all_positive(candidate)) return {NoAnswer::kNotPositive, n};
  const auto fewer = static_cast<int64_t>(std::min(reference.size(), candidate.size()));
  if (fewer < std::max<int64_t>(fewest_runs, 2)) return {NoAnswer::kTooFew, n};
  // Asked of the values themselves: the logarithm of a number near 1 is small, and its rounding would look like spread.
  if (no_spread(reference) && no_spread(candidate)) return {NoAnswer::kNoSpread, n};
  const auto bounds = welch_bounds(logarithms(reference), logarithms(candidate), alpha);
  if (!bounds) return {bounds.reason(), n};
  RatioBounds result{.ratio = std::exp(bounds->estimate), .lower = std::exp(bounds->lower),
                     .upper = std::exp(bounds->upper), .logarithms = *bounds};
  result.reference_runs = static_cast<int64_t>(reference.size());
  result.candidate_runs = static_cast<int64_t>(candidate.size());
  if (!std::isfinite(result.upper)) return {NoAnswer::kNotFinite, n};
  return {result, n};
}

}  // namespace pilotage
