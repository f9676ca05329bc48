// SPDX-License-Identifier: Apache-2.0
// A sample is (c, b): c items that only the reference answers right, binomial with (flips - d)/2, and given c the b
// that only the candidate answers right, binomial over the rest. For each c a limit lies above its margin from some b
// on, and that b only rises with c. So one walk along the boundary adds up the power: both probabilities are carried
// from step to step, and c whose probability is negligible (together below 1e-12) are left out.
#include "stats/power_paired_binary.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "stats/alpha.h"
#include "stats/distribution.h"
#include "stats/paired_binary.h"

namespace pilotage {
namespace {

constexpr double kNegligible = 1e-17;  // probability of one c; their sum beyond it stays far below 1e-12
constexpr double kTooSmallToCarry = 1e-200;

// P(X >= k) for X binomial over `trials`, while k rises and the trials fall one at a time.
class UpperTail {
 public:
  UpperTail() = default;
  UpperTail(int64_t trials, int64_t k, double p) : trials_(trials), k_(k), p_(p) { refresh(); }

  double value() const { return tail_; }

  void raise_k() {
    tail_ -= point_;
    point_ *= double(trials_ - k_) / double(k_ + 1) * (p_ / (1 - p_));
    ++k_;
    if (cannot_carry()) refresh();
  }

  void drop_trial() {
    tail_ -= point_ * double(k_) / double(trials_);
    point_ *= double(trials_ - k_) / double(trials_) / (1 - p_);
    --trials_;
    if (cannot_carry()) refresh();
  }

 private:
  bool cannot_carry() const { return !(point_ > kTooSmallToCarry) || p_ <= 0 || p_ >= 1; }

  void refresh() {
    tail_ = binomial_upper(k_ - 1, trials_, p_);
    point_ = binomial_pmf(k_, trials_, p_);
  }

  int64_t trials_ = 0;
  int64_t k_ = 0;
  double p_ = 0;
  double tail_ = 0;
  double point_ = 0;  // P(X = k)
};

enum class Limit { kLower, kUpper };

// For one limit and a growing c: from which b on it lies above its margin, and how likely that is given c.
// The lower limit above -margin passes non-inferiority; the upper limit at or above +margin fails equivalence.
class Boundary {
 public:
  Boundary(const PairedBinaryDesign& design, int64_t n, Limit limit, int64_t c)
      : n_(n), c_(c), limit_(limit), margin_(design.margin), z_(-normal_quantile(design.alpha)) {
    b_ = first_true(-1, n_ - c_ + 1, [&](int64_t b) { return above(b); });
    const double lost = (design.flips - design.difference) / 2;
    const double won = (design.flips + design.difference) / 2;
    tail_ = UpperTail(n_ - c_, b_, std::min(won / (1 - lost), 1.0));
  }

  bool reachable() const { return b_ <= n_ - c_; }
  double probability() const { return reachable() ? tail_.value() : 0; }

  void raise_c() {
    tail_.drop_trial();
    ++c_;
    while (reachable() && !above(b_)) {
      tail_.raise_k();
      ++b_;
    }
  }

 private:
  bool above(int64_t b) const {
    if (limit_ == Limit::kLower) return tango_score(double(b), double(c_), double(n_), -margin_) > z_;
    return !(tango_score(double(b), double(c_), double(n_), margin_) < -z_);
  }

  int64_t n_;
  int64_t c_;
  int64_t b_ = 0;
  Limit limit_;
  double margin_;
  double z_;
  UpperTail tail_;
};

// The smallest c worth counting: eight standard deviations below its mean.
int64_t first_count(double n, double share) {
  return int64_t(std::max(0.0, std::floor(n * share - 8 * std::sqrt(n * share * (1 - share)))));
}

double power_of(const PairedBinaryDesign& design, int64_t n) {
  const double lost = (design.flips - design.difference) / 2;
  const double mean = double(n) * lost;
  int64_t c = first_count(double(n), lost);
  double probability = binomial_pmf(c, n, lost);
  Boundary lower(design, n, Limit::kLower, c);
  std::optional<Boundary> upper;
  if (design.rule == PairedBinaryRule::kEquivalent) upper.emplace(design, n, Limit::kUpper, c);
  double power = 0;
  while (lower.reachable() && (double(c) <= mean || probability > kNegligible)) {
    power += probability * std::max(lower.probability() - (upper ? upper->probability() : 0), 0.0);
    if (c == n) break;
    probability *= double(n - c) / double(c + 1) * (lost / (1 - lost));
    ++c;
    lower.raise_c();
    if (upper) upper->raise_c();
  }
  return std::clamp(power, 0.0, 1.0);
}

bool is_sound(const PairedBinaryDesign& d) {
  return d.margin > 0 && d.margin < 1 && d.flips >= 0 && d.flips <= 1 && is_alpha(d.alpha) &&
         std::abs(d.difference) <= d.flips;
}

bool is_reachable(const PairedBinaryDesign& d) {
  return d.difference > -d.margin && (d.rule == PairedBinaryRule::kNonInferior || d.difference < d.margin);
}

// The largest n of which every tooth is looked at.
constexpr int64_t kLargestScan = 200'000;

// How far around its middle course, relative to n, the saw can cross a level: a tooth is one diagonal of samples of
// equal b - c, whose probability is density / sqrt(n flips), or twice that where every item flips; the power rises by
// density * z / (2 n) an item. Half as much again for what this leaves out.
double saw_width(const PairedBinaryDesign& design, double wanted, int64_t n) {
  const double z = -normal_quantile(design.alpha) + normal_quantile(wanted);
  return std::min(3 * (1 + design.flips) / (std::max(z, 0.5) * std::sqrt(double(n) * design.flips)), 2.0);
}

// A place where the power rises to `wanted`, which one does not matter.
std::optional<int64_t> crossing(const PairedBinaryDesign& design, double wanted) {
  const auto enough = [&](int64_t n) { return power_of(design, n) >= wanted; };
  int64_t high = 1;
  while (!enough(high)) {
    high *= 2;
    if (high > kLargestSample) return std::nullopt;
  }
  return first_true(high / 2, high, enough);
}

SampleSize scan(const PairedBinaryDesign& design, double wanted, int64_t middle) {
  const double width = saw_width(design, wanted, middle);
  const auto from = std::max<int64_t>(1, int64_t(double(middle) * (1 - width)));
  const auto to = int64_t(double(middle) * (1 + width)) + 1;
  SampleSize result{.first = middle, .lasting = middle};
  for (int64_t n = to; n >= from; --n) {
    const bool enough = power_of(design, n) >= wanted;
    if (enough) result.first = n;
    if (!enough && n >= result.lasting) result.lasting = n + 1;
  }
  return result;
}

}  // namespace

Answer<double> tango_power(const PairedBinaryDesign& design, int64_t n) {
  if (!is_sound(design) || n < 0) return {NoAnswer::kBadArgument, n};
  if (n == 0) return {NoAnswer::kTooFew, n};
  return {power_of(design, n), n};
}

Answer<SampleSize> tango_sample_size(const PairedBinaryDesign& design, double wanted) {
  if (!is_sound(design) || !(wanted > 0 && wanted < 1)) return {NoAnswer::kBadArgument, 0};
  if (!is_reachable(design)) return {NoAnswer::kUnreachable, 0};
  const auto middle = crossing(design, wanted);
  if (!middle) return {NoAnswer::kUnreachable, 0};
  if (*middle > kLargestScan) return {SampleSize{.first = *middle, .lasting = *middle}, *middle};
  const SampleSize size = scan(design, wanted, *middle);
  return {size, size.lasting};
}

Answer<double> approximate_sample_size(const PairedBinaryDesign& design, double wanted) {
  if (!is_sound(design) || !(wanted > 0 && wanted < 1)) return {NoAnswer::kBadArgument, 0};
  const double distance = design.margin + design.difference;
  if (!(distance > 0)) return {NoAnswer::kUnreachable, 0};
  const double z = normal_quantile(design.alpha) + normal_quantile(1 - wanted);
  const double n = z * z * (design.flips - design.difference * design.difference) / (distance * distance);
  return {n, int64_t(std::ceil(n))};
}

}  // namespace pilotage
