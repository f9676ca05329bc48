// SPDX-License-Identifier: Apache-2.0
// Non-inferiority: the noncentral t distribution (Julious 2004, Statistics in Medicine 23). Equivalence: given the
// estimated spread, the mean must fall between two bounds; that normal probability is averaged over the spread's
// distribution, which is exact where the usual difference of two noncentral t only approximates.
#include "stats/power_mean.h"

#include <algorithm>
#include <cmath>

#include "stats/alpha.h"
#include "stats/distribution.h"
#include "stats/sample_size.h"

namespace pilotage {
namespace {

constexpr int64_t kLargestSample = 1'000'000'000;
constexpr int kSteps = 2000;  // of the integral over the spread; error below 1e-6

bool is_sound(const PairedMeanDesign& d) {
  return d.margin > 0 && d.sd > 0 && is_alpha(d.alpha) && std::isfinite(d.margin) && std::isfinite(d.sd) &&
         std::isfinite(d.difference);
}

bool is_sound(const RatioDesign& d) {
  return d.sd > 0 && is_alpha(d.alpha) && std::isfinite(d.sd) && std::isfinite(d.distance);
}

bool is_power(double wanted) { return wanted > 0 && wanted < 1; }

// Density of the estimated spread as a multiple of the true one.
double spread_density(double spread, double df) {
  return 2 * df * spread * chi_squared_density(df * spread * spread, df);
}

double equivalence_power_at(const PairedMeanDesign& d, double n) {
  const double error = d.sd / std::sqrt(n);
  const double df = n - 1;
  const double t = -student_quantile(d.alpha, df);
  const double reach = 10 / std::sqrt(2 * df);
  const double from = std::max(0.0, 1 - reach);
  const double to = std::min(d.margin / (t * error), 1 + reach);  // above, the limits are wider than the margins
  const double step = (to - from) / kSteps;
  double power = 0;
  for (int i = 0; i < kSteps && step > 0; ++i) {
    const double spread = from + (i + 0.5) * step;
    const double above = normal_cdf((d.margin - d.difference) / error - t * spread);
    const double below = normal_cdf((-d.margin - d.difference) / error + t * spread);
    power += spread_density(spread, df) * std::max(above - below, 0.0) * step;
  }
  return std::clamp(power, 0.0, 1.0);
}

// Extreme spreads or margins leave the range of double on the way.
Answer<double> probability(double power, int64_t n) {
  if (!std::isfinite(power)) return {NoAnswer::kNotFinite, n};
  return {std::clamp(power, 0.0, 1.0), n};
}

double paired_mean_power_at(const PairedMeanDesign& d, double n) {
  return t_power((d.margin + d.difference) / d.sd * std::sqrt(n), n - 1, d.alpha);
}

double ratio_power_at(const RatioDesign& d, double runs) {
  return t_power(d.distance / (d.sd * std::sqrt(2 / runs)), 2 * runs - 2, d.alpha);
}

// The smallest n from `fewest` on for which the power, which rises with n, is as wanted.
// A template because each rule has its own power.
template <typename Power>
Answer<int64_t> smallest(int64_t fewest, double wanted, Power power) {
  const auto enough = [&](int64_t n) { return power(n) >= wanted; };
  int64_t high = fewest;
  while (!enough(high)) {
    high *= 2;
    if (high > kLargestSample) return {NoAnswer::kUnreachable, 0};
  }
  const int64_t n = high == fewest ? fewest : first_true(high / 2, high, enough);
  return {n, n};
}

}  // namespace

double t_power(double noncentrality, double df, double alpha) {
  const double t = -student_quantile(alpha, df);
  if (noncentrality > 10 * t + 8) return 1;  // beyond what a double tells from 1
  return 1 - noncentral_t_cdf(t, df, noncentrality);
}

Answer<double> paired_mean_power(const PairedMeanDesign& design, int64_t n) {
  if (!is_sound(design) || n < 0) return {NoAnswer::kBadArgument, n};
  if (n < 2) return {NoAnswer::kTooFew, n};
  return probability(paired_mean_power_at(design, double(n)), n);
}

Answer<int64_t> paired_mean_sample_size(const PairedMeanDesign& design, double wanted) {
  if (!is_sound(design) || !is_power(wanted)) return {NoAnswer::kBadArgument, 0};
  if (!(design.difference > -design.margin)) return {NoAnswer::kUnreachable, 0};
  return smallest(2, wanted, [&](int64_t n) { return paired_mean_power_at(design, double(n)); });
}

Answer<double> equivalence_power(const PairedMeanDesign& design, int64_t n) {
  if (!is_sound(design) || n < 0) return {NoAnswer::kBadArgument, n};
  if (n < 2) return {NoAnswer::kTooFew, n};
  return probability(equivalence_power_at(design, double(n)), n);
}

Answer<int64_t> equivalence_sample_size(const PairedMeanDesign& design, double wanted) {
  if (!is_sound(design) || !is_power(wanted)) return {NoAnswer::kBadArgument, 0};
  if (!(std::abs(design.difference) < design.margin)) return {NoAnswer::kUnreachable, 0};
  return smallest(2, wanted, [&](int64_t n) { return equivalence_power_at(design, double(n)); });
}

Answer<double> ratio_power(const RatioDesign& design, int64_t runs) {
  if (!is_sound(design) || runs < 0) return {NoAnswer::kBadArgument, runs};
  if (runs < 2) return {NoAnswer::kTooFew, runs};
  return probability(ratio_power_at(design, double(runs)), runs);
}

Answer<int64_t> ratio_runs(const RatioDesign& design, double wanted) {
  if (!is_sound(design) || !is_power(wanted)) return {NoAnswer::kBadArgument, 0};
  if (!(design.distance > 0)) return {NoAnswer::kUnreachable, 0};
  return smallest(2, wanted, [&](int64_t runs) { return ratio_power_at(design, double(runs)); });
}

}  // namespace pilotage
