// SPDX-License-Identifier: Apache-2.0
// Two passes: the mean first, then the squares of the distances to it, with the correction of Chan, Golub and LeVeque
// (1983, "Algorithms for computing the sample variance") for the rounding of the mean. Sums are Neumaier's (1974).
// The textbook shortcut, mean of squares minus square of mean, loses every digit for 1e9 + {1, 2, 3}.
#include "stats/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pilotage {
namespace {

class NeumaierSum {
 public:
  void add(double value) {
    const double next = sum_ + value;
    const bool sum_larger = std::abs(sum_) >= std::abs(value);
    lost_ += sum_larger ? (sum_ - next) + value : (value - next) + sum_;
    sum_ = next;
  }
  double total() const { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

// The power of two above every distance to the mean.
int exponent_of_distances(std::span<const double> values, double mean) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value - mean));
  int exponent = 0;
  if (std::isfinite(largest)) std::frexp(largest, &exponent);
  return exponent;
}

// Distances are scaled by a power of two, which rounds nothing: squares of distances below 1e-162 would be 0, as if
// there were no spread, and those above 1e154 infinite.
double standard_deviation(std::span<const double> values, double mean) {
  const int exponent = exponent_of_distances(values, mean);
  NeumaierSum squares;
  NeumaierSum distances;
  for (const double value : values) {
    const double distance = std::ldexp(value - mean, -exponent);
    squares.add(distance * distance);
    distances.add(distance);
  }
  const auto n = static_cast<double>(values.size());
  const double correction = distances.total() * distances.total() / n;
  return std::ldexp(std::sqrt(std::max(squares.total() - correction, 0.0) / (n - 1)), exponent);
}

}  // namespace

bool Moments::no_spread() const {
  const double scale = std::max(std::abs(min), std::abs(max));
  return max - min <= 4 * std::numeric_limits<double>::epsilon() * scale;
}

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

double largest_size(std::span<const double> values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

double exact_sum(std::span<const double> values) {
  NeumaierSum sum;
  for (const double value : values) sum.add(value);
  return sum.total();
}

Answer<Moments> moments(std::span<const double> values) {
  const auto n = static_cast<int64_t>(values.size());
  if (n == 0) return {NoAnswer::kTooFew, n};
  if (!all_finite(values)) return {NoAnswer::kNotFinite, n};
  Moments result{.n = n, .mean = exact_sum(values) / static_cast<double>(n), .sd = std::nullopt};
  const auto [min, max] = std::ranges::minmax(values);
  result.min = min;
  result.max = max;
  if (n > 1) result.sd = standard_deviation(values, result.mean);
  if (!std::isfinite(result.mean) || !std::isfinite(result.sd.value_or(0))) return {NoAnswer::kNotFinite, n};
  return {result, n};
}

}  // namespace pilotage
