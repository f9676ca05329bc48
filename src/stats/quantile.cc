// SPDX-License-Identifier: Apache-2.0
// Hyndman and Fan (1996, The American Statistician 50); the limits are order statistics whose ranks come from the
// binomial distribution (Conover, Practical Nonparametric Statistics, section 3.2).
#include "stats/quantile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/alpha.h"
#include "stats/distribution.h"
#include "stats/sample_size.h"

namespace pilotage {
namespace {

__extension__ using Wide = __int128;  // numerator times n may need more than 64 bits

constexpr size_t kMostDigits = 17;  // what a double can tell apart, and 10^17 fits into int64_t

bool is_share(Fraction p) { return p.denominator > 0 && p.numerator >= 0 && p.numerator <= p.denominator; }

bool is_inner(Fraction p) { return is_share(p) && p.numerator > 0 && p.numerator < p.denominator; }

std::optional<NoAnswer> refuse(std::span<const double> values, Fraction p) {
  if (!is_share(p)) return NoAnswer::kBadArgument;
  if (values.empty()) return NoAnswer::kTooFew;
  if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) return NoAnswer::kNotFinite;
  return std::nullopt;
}

// The largest rank that lies above the quantile with probability alpha at most.
std::optional<int64_t> lower_rank(int64_t n, double p, double alpha) {
  if (!(binomial_cdf(0, n, p) <= alpha)) return std::nullopt;
  return first_true(1, n + 1, [&](int64_t rank) { return !(binomial_cdf(rank - 1, n, p) <= alpha); }) - 1;
}

// The smallest rank that lies below it with probability alpha at most.
std::optional<int64_t> upper_rank(int64_t n, double p, double alpha) {
  if (!(binomial_upper(n - 1, n, p) <= alpha)) return std::nullopt;
  return first_true(0, n, [&](int64_t rank) { return binomial_upper(rank - 1, n, p) <= alpha; });
}

double ranked(std::vector<double>& values, int64_t rank) {
  const auto position = values.begin() + (rank - 1);
  std::ranges::nth_element(values, position);
  return *position;
}

}  // namespace

std::optional<Fraction> parse_fraction(std::string_view text) {
  const auto point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view digits = point == std::string_view::npos ? "" : text.substr(point + 1);
  if (whole.size() + digits.size() == 0 || whole.size() > 1 || digits.size() > kMostDigits) return std::nullopt;
  Fraction result;
  for (const std::string_view part : {whole, digits}) {
    for (const char digit : part) {
      if (digit < '0' || digit > '9') return std::nullopt;
      result.numerator = result.numerator * 10 + (digit - '0');
    }
  }
  for (size_t i = 0; i < digits.size(); ++i) result.denominator *= 10;
  if (!is_share(result)) return std::nullopt;
  return result;
}

int64_t nearest_rank(Fraction p, int64_t n) {
  if (n <= 0 || !is_share(p)) return 0;
  const Wide rank = (Wide{p.numerator} * n + p.denominator - 1) / p.denominator;
  return std::max<int64_t>(1, static_cast<int64_t>(rank));
}

Answer<double> nearest_rank_quantile(std::span<const double> values, Fraction p) {
  const auto n = static_cast<int64_t>(values.size());
  if (const auto reason = refuse(values, p)) return {*reason, n};
  std::vector<double> copy(values.begin(), values.end());
  return {ranked(copy, nearest_rank(p, n)), n};
}

Answer<double> interpolated_quantile(std::span<const double> values, Fraction p) {
  const auto n = static_cast<int64_t>(values.size());
  if (const auto reason = refuse(values, p)) return {*reason, n};
  const Wide scaled = Wide{p.numerator} * (n - 1);
  const auto below = static_cast<int64_t>(scaled / p.denominator);
  const double weight = static_cast<double>(static_cast<int64_t>(scaled % p.denominator)) /
                        static_cast<double>(p.denominator);
  std::vector<double> copy(values.begin(), values.end());
  const double low = ranked(copy, below + 1);
  if (weight == 0) return {low, n};
  const double high = *std::min_element(copy.begin() + below + 1, copy.end());
  if (low == high) return {low, n};
  const double result = std::lerp(low, high, weight);
  if (std::isnan(result)) return {NoAnswer::kNotFinite, n};
  return {result, n};
}

Answer<QuantileRanks> quantile_ranks(int64_t n, Fraction p, double alpha) {
  if (n < 0 || !is_inner(p) || !is_alpha(alpha)) return {NoAnswer::kBadArgument, n};
  if (n == 0) return {NoAnswer::kTooFew, n};
  const double share = p.value();
  QuantileRanks ranks{.lower = lower_rank(n, share, alpha), .upper = upper_rank(n, share, alpha)};
  if (!ranks.lower && !ranks.upper) return {NoAnswer::kTooFew, n};
  const double below_upper = ranks.upper ? binomial_cdf(*ranks.upper - 1, n, share) : 1;
  const double below_lower = ranks.lower ? binomial_cdf(*ranks.lower - 1, n, share) : 0;
  ranks.coverage = below_upper - below_lower;
  return {ranks, n};
}

Answer<QuantileBounds> quantile_bounds(std::span<const double> values, Fraction p, double alpha) {
  const auto n = static_cast<int64_t>(values.size());
  if (const auto reason = refuse(values, p)) return {*reason, n};
  const auto ranks = quantile_ranks(n, p, alpha);
  if (!ranks) return {ranks.reason(), n};
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const auto at = [&](int64_t rank) { return sorted[static_cast<size_t>(rank - 1)]; };
  QuantileBounds result{.estimate = at(nearest_rank(p, n)), .lower = {}, .upper = {}, .coverage = ranks->coverage};
  if (ranks->lower) result.lower = at(*ranks->lower);
  if (ranks->upper) result.upper = at(*ranks->upper);
  return {result, n};
}

Answer<int64_t> smallest_sample_for_quantile(Fraction p, double alpha, int64_t beyond) {
  if (!is_inner(p) || !is_alpha(alpha) || beyond < 0) return {NoAnswer::kBadArgument, beyond};
  const double above = static_cast<double>(p.denominator - p.numerator) / static_cast<double>(p.denominator);
  const auto shows = [&](int64_t n) { return binomial_cdf(beyond, n, above) <= alpha; };
  int64_t enough = beyond + 1;
  while (!shows(enough) && enough < std::numeric_limits<int64_t>::max() / 4) enough *= 2;
  if (!shows(enough)) return {NoAnswer::kUnreachable, beyond};
  const int64_t n = first_true(beyond, enough, shows);
  return {n, n};
}

}  // namespace pilotage
