// SPDX-License-Identifier: Apache-2.0
// Efron (1987, JASA 82) BCa limits, as in Efron and Tibshirani, An Introduction to the Bootstrap, chapter 14; the
// acceleration from the jackknife. Drawings equal to the estimate count half below it, since metrics that take few
// values would otherwise be biased.
#include "stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "stats/alpha.h"
#include "stats/bootstrap_analytic.h"
#include "stats/distribution.h"
#include "stats/moments.h"
#include "stats/random.h"

namespace pilotage {
namespace {

constexpr int64_t kFewestResamples = 1000;
// Two ways of adding up the same numbers differ by about this much of their size.
constexpr double kRounding = 1e-12;

// The candidate as its distance to the reference: sums of distances keep digits that a distance of sums would lose.
struct Item {
  double reference = 0;
  double difference = 0;
};

// Sums over items, and what they say: the mean difference, or the relative change (the ratio of means less 1), which is
// NaN where the denominator is not above zero.
struct Sums {
  double reference = 0;
  double difference = 0;
  double n = 0;

  double at(PairedStatistic statistic) const {
    if (statistic == PairedStatistic::kMeanDifference) return difference / n;
    return reference > 0 ? difference / reference : std::numeric_limits<double>::quiet_NaN();
  }
};

std::vector<Item> items_of(std::span<const double> reference, std::span<const double> candidate) {
  std::vector<Item> items(reference.size());
  for (size_t i = 0; i < items.size(); ++i) items[i] = {reference[i], candidate[i] - reference[i]};
  return items;
}

Sums sums_of(const std::vector<Item>& items) {
  std::vector<double> references(items.size());
  std::vector<double> differences(items.size());
  std::ranges::transform(items, references.begin(), &Item::reference);
  std::ranges::transform(items, differences.begin(), &Item::difference);
  return {exact_sum(references), exact_sum(differences), double(items.size())};
}

// The distance within which two values of the statistic are the same number, added up in another order.
double rounding_of(const std::vector<Item>& items, const Sums& all, PairedStatistic statistic) {
  double size = 0;
  double largest = 0;
  for (const Item& item : items) {
    size += std::abs(item.difference);
    largest = std::max({largest, std::abs(item.reference), std::abs(item.reference + item.difference)});
  }
  const double of_sums = std::max(kRounding * size, 4 * std::numeric_limits<double>::epsilon() * largest * all.n);
  return Sums{all.reference, of_sums, all.n}.at(statistic);
}

std::optional<NoAnswer> refuse(std::span<const double> reference, std::span<const double> candidate,
                               const BootstrapOptions& options) {
  if (reference.size() != candidate.size() || !is_alpha(options.alpha)) return NoAnswer::kBadArgument;
  if (candidate.size() > std::numeric_limits<uint32_t>::max()) return NoAnswer::kBadArgument;
  if (!all_finite(reference) || !all_finite(candidate)) return NoAnswer::kNotFinite;
  if (options.resamples < kFewestResamples) return NoAnswer::kTooFew;
  if (static_cast<int64_t>(candidate.size()) < fewest_bootstrap_items(options.alpha)) return NoAnswer::kTooFew;
  return std::nullopt;
}

std::vector<double> draw(const std::vector<Item>& items, PairedStatistic statistic, const BootstrapOptions& options) {
  Random random(options.seed);
  const auto n = static_cast<uint32_t>(items.size());
  std::vector<double> drawings(static_cast<size_t>(options.resamples));
  for (double& drawing : drawings) {
    Sums sums{.n = double(n)};
    for (uint32_t i = 0; i < n; ++i) {
      const Item& item = items[random.below(n)];
      sums.reference += item.reference;
      sums.difference += item.difference;
    }
    drawing = sums.at(statistic);
  }
  return drawings;
}

// The statistic without each item in turn.
std::vector<double> jackknife(const std::vector<Item>& items, const Sums& all, PairedStatistic statistic) {
  std::vector<double> result(items.size());
  std::ranges::transform(items, result.begin(), [&](const Item& item) {
    return Sums{all.reference - item.reference, all.difference - item.difference, all.n - 1}.at(statistic);
  });
  return result;
}

// Relative to the largest distance, which cancels: cubes would leave the range of double.
double acceleration_of(std::span<const double> without) {
  const double mean = exact_sum(without) / double(without.size());
  double largest = 0;
  for (const double value : without) largest = std::max(largest, std::abs(mean - value));
  double squares = 0;
  double cubes = 0;
  for (const double value : without) {
    const double distance = (mean - value) / largest;
    squares += distance * distance;
    cubes += distance * distance * distance;
  }
  return cubes / (6 * squares * std::sqrt(squares));
}

// The share of drawings below the estimate, ties by half, as a normal deviate.
double bias_of(const std::vector<double>& sorted, double estimate, double rounding) {
  const auto below = std::ranges::lower_bound(sorted, estimate - rounding) - sorted.begin();
  const auto not_above = std::ranges::upper_bound(sorted, estimate + rounding) - sorted.begin();
  return normal_quantile(double(below + not_above) / 2 / double(sorted.size()));
}

// The drawing at the corrected level; absent where that level lies beyond the drawings.
std::optional<double> limit_at(const std::vector<double>& sorted, double z, const BootstrapBounds& shape) {
  const double moved = shape.bias + z;
  const double stretch = 1 - shape.acceleration * moved;
  if (!(stretch > 0)) return std::nullopt;
  const double level = normal_cdf(shape.bias + moved / stretch);
  const double last = double(sorted.size() - 1);
  const double position = level * last;
  if (!(position >= 1 && position <= last - 1)) return std::nullopt;
  const auto below = static_cast<size_t>(position);
  return std::lerp(sorted[below], sorted[below + 1], position - std::floor(position));
}

Answer<BootstrapBounds> accelerated(const std::vector<double>& sorted, std::span<const double> without,
                                    double estimate, double rounding, double alpha) {
  const auto n = static_cast<int64_t>(without.size());
  if (!(sorted.back() - sorted.front() > 2 * rounding)) return {NoAnswer::kNoSpread, n};
  BootstrapBounds result{.estimate = estimate, .bias = bias_of(sorted, estimate, rounding),
                         .acceleration = acceleration_of(without)};
  if (!std::isfinite(result.bias) || !std::isfinite(result.acceleration)) return {NoAnswer::kAtEdge, n};
  const double z = normal_quantile(alpha);
  const auto lower = limit_at(sorted, z, result);
  const auto upper = limit_at(sorted, -z, result);
  if (!lower || !upper) return {NoAnswer::kAtEdge, n};
  if (!std::isfinite(*lower) || !std::isfinite(*upper)) return {NoAnswer::kNotFinite, n};
  result.lower = *lower;
  result.upper = *upper;
  return {result, n};
}

bool any_nan(std::span<const double> values) {
  return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

Answer<BootstrapBounds> drawn_bounds(const std::vector<Item>& items, const Sums& all, PairedStatistic statistic,
                                     const BootstrapOptions& options) {
  auto drawings = draw(items, statistic, options);
  const auto without = jackknife(items, all, statistic);
  if (any_nan(drawings) || any_nan(without)) return {NoAnswer::kNotPositive, int64_t(items.size())};
  std::ranges::sort(drawings);
  return accelerated(drawings, without, all.at(statistic), rounding_of(items, all, statistic), options.alpha);
}

// From relative change to ratio.
BootstrapBounds shifted(BootstrapBounds bounds, PairedStatistic statistic) {
  if (statistic == PairedStatistic::kMeanDifference) return bounds;
  bounds.estimate += 1;
  bounds.lower += 1;
  bounds.upper += 1;
  return bounds;
}

}  // namespace

int64_t fewest_bootstrap_items(double alpha) {
  int64_t n = 1;
  for (double chance = 0.5; chance > alpha; chance /= 2) ++n;
  return n;
}

Answer<BootstrapBounds> paired_bootstrap(std::span<const double> reference, std::span<const double> candidate,
                                         PairedStatistic statistic, const BootstrapOptions& options) {
  const auto n = static_cast<int64_t>(candidate.size());
  if (const auto reason = refuse(reference, candidate, options)) return {*reason, n};
  const std::vector<Item> items = items_of(reference, candidate);
  const Sums all = sums_of(items);
  if (std::isnan(all.at(statistic))) return {NoAnswer::kNotPositive, n};
  if (!std::isfinite(all.at(statistic))) return {NoAnswer::kNotFinite, n};
  const bool identical = std::ranges::all_of(items, [](const Item& item) { return item.difference == 0; });
  if (identical) return {shifted({.identical = true}, statistic), n};
  if (n > kMostDraws / options.resamples) return analytic_bootstrap(reference, candidate, statistic, options.alpha);
  const auto answer = drawn_bounds(items, all, statistic, options);
  if (!answer) return answer;
  return {shifted(*answer, statistic), n};
}

}  // namespace pilotage
