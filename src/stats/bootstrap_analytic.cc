// SPDX-License-Identifier: Apache-2.0
// DiCiccio and Efron (1992, Biometrika 79), "More accurate confidence intervals in exponential families": the ABC
// limits. The sample is tilted along its own influence values until the statistic reaches the limit. For means and
// ratios of means the derivatives have closed forms, and the term for curvature cancels that for bias: z0 = a.
#include "stats/bootstrap_analytic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "stats/alpha.h"
#include "stats/distribution.h"
#include "stats/moments.h"

namespace pilotage {
namespace {

// The statistic as top / bottom, both linear in the tilt. For a mean difference bottom stays 1.
struct Tilt {
  double top = 0;
  double bottom = 1;
  double top_slope = 0;
  double bottom_slope = 0;
  double acceleration = 0;
  bool no_spread = false;

  // Absent where the tilt that the level needs runs away or makes the reference's mean vanish.
  std::optional<double> limit_at(double z) const {
    const double moved = acceleration + z;
    const double stretch = 1 - acceleration * moved;
    const double distance = moved / (stretch * stretch);
    const double denominator = bottom + distance * bottom_slope;
    if (!(stretch > 0) || !(denominator > 0)) return std::nullopt;
    return (top + distance * top_slope) / denominator;
  }
};

std::vector<double> differences_of(std::span<const double> reference, std::span<const double> candidate) {
  std::vector<double> result(candidate.size());
  std::ranges::transform(candidate, reference, result.begin(), std::minus());
  return result;
}

// What the items of weight 1/n contribute to the statistic, relative to the largest contribution: that cancels, and
// cubes would leave the range of double.
struct Influence {
  double squares = 0;
  double cubes = 0;
  double with_difference = 0;
  double with_reference = 0;

  void add(double influence, double difference, double reference) {
    squares += influence * influence;
    cubes += influence * influence * influence;
    with_difference += influence * difference;
    with_reference += influence * reference;
  }
};

Tilt tilt_of(std::span<const double> reference, std::span<const double> differences, PairedStatistic statistic) {
  const bool ratio = statistic == PairedStatistic::kRatioOfMeans;
  const auto n = double(differences.size());
  const double mean_reference = exact_sum(reference) / n;
  Tilt tilt{.top = exact_sum(differences) / n, .bottom = ratio ? mean_reference : 1};
  const double estimate = tilt.top / tilt.bottom;
  // Centred: the influences sum to zero anyway.
  const auto difference = [&](size_t i) { return differences[i] - tilt.top; };
  const auto level = [&](size_t i) { return ratio ? reference[i] - mean_reference : 0; };
  const auto influence = [&](size_t i) { return (difference(i) - estimate * level(i)) / tilt.bottom; };
  double largest = 0;
  for (size_t i = 0; i < differences.size(); ++i) largest = std::max(largest, std::abs(influence(i)));
  Influence sums;
  for (size_t i = 0; i < differences.size(); ++i) sums.add(influence(i) / largest, difference(i), level(i));
  const double scale = std::max(largest_size(reference), largest_size(differences));
  tilt.no_spread = largest <= 8 * std::numeric_limits<double>::epsilon() * scale / std::abs(tilt.bottom);
  const double norm = std::sqrt(sums.squares);
  tilt.acceleration = sums.cubes / (6 * sums.squares * norm);
  tilt.top_slope = sums.with_difference / (n * norm);
  tilt.bottom_slope = sums.with_reference / (n * norm);
  return tilt;
}

}  // namespace

Answer<BootstrapBounds> analytic_bootstrap(std::span<const double> reference, std::span<const double> candidate,
                                           PairedStatistic statistic, double alpha) {
  const auto n = static_cast<int64_t>(candidate.size());
  if (reference.size() != candidate.size() || !is_alpha(alpha)) return {NoAnswer::kBadArgument, n};
  if (!all_finite(reference) || !all_finite(candidate)) return {NoAnswer::kNotFinite, n};
  if (n < 2) return {NoAnswer::kTooFew, n};
  const Tilt tilt = tilt_of(reference, differences_of(reference, candidate), statistic);
  if (!(tilt.bottom > 0)) return {NoAnswer::kNotPositive, n};
  if (tilt.no_spread) return {NoAnswer::kNoSpread, n};
  if (!std::isfinite(tilt.acceleration)) return {NoAnswer::kNotFinite, n};
  const auto lower = tilt.limit_at(normal_quantile(alpha));
  const auto upper = tilt.limit_at(-normal_quantile(alpha));
  if (!lower || !upper) return {NoAnswer::kAtEdge, n};
  if (!std::isfinite(*lower) || !std::isfinite(*upper)) return {NoAnswer::kNotFinite, n};
  const double shift = statistic == PairedStatistic::kRatioOfMeans ? 1 : 0;
  BootstrapBounds result{.estimate = tilt.top / tilt.bottom + shift, .lower = *lower + shift, .upper = *upper + shift,
                         .bias = tilt.acceleration, .acceleration = tilt.acceleration};
  result.analytic = true;
  return {result, n};
}

}  // namespace pilotage
