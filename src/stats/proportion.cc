// SPDX-License-Identifier: Apache-2.0
// Clopper and Pearson (1934, Biometrika 26) through the beta distribution; Wilson (1927, JASA 22).
#include "stats/proportion.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "stats/alpha.h"
#include "stats/distribution.h"

namespace pilotage {
namespace {

std::optional<NoAnswer> refuse(int64_t k, int64_t n, double alpha) {
  if (n < 0 || k < 0 || k > n || !is_alpha(alpha)) return NoAnswer::kBadArgument;
  if (n == 0) return NoAnswer::kTooFew;
  return std::nullopt;
}

}  // namespace

Answer<ShareBounds> clopper_pearson(int64_t k, int64_t n, double alpha) {
  if (const auto reason = refuse(k, n, alpha)) return {*reason, n};
  const auto right = static_cast<double>(k);
  const auto wrong = static_cast<double>(n - k);
  ShareBounds result{.n = n, .share = right / static_cast<double>(n), .lower = 0, .upper = 1};
  if (k > 0) result.lower = beta_quantile(alpha, right, wrong + 1);
  if (k < n) result.upper = beta_upper_quantile(alpha, right + 1, wrong);
  if (!std::isfinite(result.lower) || !std::isfinite(result.upper)) return {NoAnswer::kNotFinite, n};
  return {result, n};
}

Answer<ShareBounds> wilson(int64_t k, int64_t n, double alpha) {
  if (const auto reason = refuse(k, n, alpha)) return {*reason, n};
  const auto trials = static_cast<double>(n);
  const double share = static_cast<double>(k) / trials;
  const double z = -normal_quantile(alpha);
  const double weight = trials + z * z;
  const double centre = (static_cast<double>(k) + z * z / 2) / weight;
  const double half = z * std::sqrt(trials * share * (1 - share) + z * z / 4) / weight;
  const double lower = k == 0 ? 0 : std::max(centre - half, 0.0);  // rounding would leave a tiny number
  const double upper = k == n ? 1 : std::min(centre + half, 1.0);
  return {ShareBounds{.n = n, .share = share, .lower = lower, .upper = upper}, n};
}

}  // namespace pilotage
