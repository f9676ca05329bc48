// SPDX-License-Identifier: Apache-2.0
// The upper limit for k of n is at or below L exactly where P(X <= k | n, L) <= alpha. So the rule passes up to some k,
// and its power is the probability of that many or fewer. In n, that k rises one at a time; `tooth(k)` is the n where k
// begins to pass. Power jumps there and sinks until the next, hence only teeth need to be looked at.
#include "stats/power_share.h"

#include <algorithm>
#include <cmath>

#include "stats/alpha.h"
#include "stats/distribution.h"

namespace pilotage {
namespace {

constexpr int64_t kLargestSample = 1'000'000'000;
constexpr int64_t kNeighbours = 64;  // teeth looked at on both sides of the place that bisection finds

bool is_sound(const ShareDesign& d) {
  return d.limit > 0 && d.limit < 1 && d.share >= 0 && d.share <= 1 && is_alpha(d.alpha);
}

// The same question about the other outcome.
ShareDesign mirrored(const ShareDesign& d) {
  return {.limit = 1 - d.limit, .share = 1 - d.share, .alpha = d.alpha};
}

bool passes(const ShareDesign& design, int64_t k, int64_t n) {
  return binomial_cdf(k, n, design.limit) <= design.alpha;
}

// The largest count that passes, or -1.
int64_t largest_passing(const ShareDesign& design, int64_t n) {
  return first_true(-1, n, [&](int64_t k) { return !passes(design, k, n); }) - 1;
}

// The smallest n in which k passes.
int64_t tooth(const ShareDesign& design, int64_t k) {
  int64_t enough = k + 1;
  while (!passes(design, k, enough) && enough < 4 * kLargestSample) enough *= 2;
  return first_true(k, enough, [&](int64_t n) { return passes(design, k, n); });
}

double power_at_tooth(const ShareDesign& design, int64_t k) {
  return binomial_cdf(k, tooth(design, k), design.share);
}

// Just before the next tooth.
double power_at_root(const ShareDesign& design, int64_t k) {
  return binomial_cdf(k, tooth(design, k + 1) - 1, design.share);
}

// The first k from which on `enough` holds, or the first at all, near the place where bisection sees the change.
// A template because the condition is a lambda.
template <typename Condition>
int64_t change_near(int64_t middle, Condition enough, bool lasting) {
  int64_t result = middle;
  for (int64_t k = middle + kNeighbours; k >= std::max<int64_t>(0, middle - kNeighbours); --k) {
    const bool holds = enough(k);
    if (holds && !lasting) result = k;
    if (!holds && lasting && k >= result) result = k + 1;
  }
  return result;
}

// A template because the condition is a lambda. -1: beyond the largest sample.
template <typename Condition>
int64_t count_for(const ShareDesign& design, Condition enough, bool lasting) {
  int64_t high = 0;
  while (!enough(high)) {
    high = 2 * high + 1;
    if (tooth(design, high) > kLargestSample) return -1;
  }
  return change_near(high == 0 ? 0 : first_true((high - 1) / 2, high, enough), enough, lasting);
}

}  // namespace

Answer<double> at_most_power(const ShareDesign& design, int64_t n) {
  if (!is_sound(design) || n < 0) return {NoAnswer::kBadArgument, n};
  if (n == 0) return {NoAnswer::kTooFew, n};
  return {binomial_cdf(largest_passing(design, n), n, design.share), n};
}

Answer<double> at_least_power(const ShareDesign& design, int64_t n) { return at_most_power(mirrored(design), n); }

Answer<SampleSize> at_most_sample_size(const ShareDesign& design, double wanted) {
  if (!is_sound(design) || !(wanted > 0 && wanted < 1)) return {NoAnswer::kBadArgument, 0};
  if (!(design.share < design.limit)) return {NoAnswer::kUnreachable, 0};
  const int64_t first =
      count_for(design, [&](int64_t k) { return power_at_tooth(design, k) >= wanted; }, /*lasting=*/false);
  const int64_t lasting =
      count_for(design, [&](int64_t k) { return power_at_root(design, k) >= wanted; }, /*lasting=*/true);
  if (first < 0 || lasting < 0) return {NoAnswer::kUnreachable, 0};
  const SampleSize size{.first = tooth(design, first), .lasting = tooth(design, lasting)};
  return {size, size.lasting};
}

Answer<SampleSize> at_least_sample_size(const ShareDesign& design, double wanted) {
  return at_most_sample_size(mirrored(design), wanted);
}

}  // namespace pilotage
