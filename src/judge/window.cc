// SPDX-License-Identifier: Apache-2.0
#include "judge/window.h"

#include <fmt/core.h>

#include <cmath>

#include "base/text.h"

namespace pilotage {
namespace {

Window relative_window(const Criterion& criterion, double margin, Direction direction) {
  if (criterion.rule == Rule::kEquivalent) return {.above = 1 - margin, .below = 1 + margin};
  if (direction == Direction::kLargerIsBetter) return {.above = 1 - margin};
  return {.below = 1 + margin};
}

bool is_inside(const Estimate& estimate, const Window& window) {
  return (!window.above || estimate.lower > *window.above) && (!window.below || estimate.upper < *window.below);
}

bool is_outside(const Estimate& estimate, const Window& window) {
  return (window.above && estimate.upper < *window.above) || (window.below && estimate.lower > *window.below);
}

std::string range_of(const Window& window) {
  return fmt::format("{} to {}", six_digits(*window.above), six_digits(*window.below));
}

std::string place_of(const Estimate& estimate, const Window& window) {
  const Outcome outcome = outcome_of(estimate, window);
  if (window.above && window.below) {
    if (outcome == Outcome::kPass) return "lies inside " + range_of(window);
    return (outcome == Outcome::kFail ? "lies outside " : "reaches over an end of ") + range_of(window);
  }
  const std::string limit = six_digits(*window.limit());
  if (outcome == Outcome::kInconclusive) return "does not lie clear of " + limit;
  const bool lies_above = window.above.has_value() == (outcome == Outcome::kPass);
  return (lies_above ? "lies above " : "lies below ") + limit;
}

}  // namespace

bool is_ratio(const Criterion& criterion) {
  if (criterion.rule == Rule::kRatioAtLeast || criterion.rule == Rule::kRatioAtMost) return true;
  return criterion.margin && criterion.margin->scale == Scale::kRelative;
}

Window window_of(const Criterion& criterion, Direction direction) {
  if (criterion.rule == Rule::kRatioAtLeast) return {.above = criterion.limit};
  if (criterion.rule == Rule::kRatioAtMost) return {.below = criterion.limit};
  const double margin = criterion.margin ? criterion.margin->value : 0;
  if (is_ratio(criterion)) return relative_window(criterion, margin, direction);
  if (criterion.rule == Rule::kEquivalent) return {.above = -margin, .below = margin};
  return {.above = -margin};
}

double shown_confidence(double alpha) { return std::round((1 - 2 * alpha) * 1e12) / 1e12; }

Outcome outcome_of(const Estimate& estimate, const Window& window) {
  if (is_inside(estimate, window)) return Outcome::kPass;
  return is_outside(estimate, window) ? Outcome::kFail : Outcome::kInconclusive;
}

std::string sentence(const Estimate& estimate, const Window& window, double alpha) {
  return fmt::format("the {} % interval {} to {} {}", six_digits(100 * shown_confidence(alpha)),
                     six_digits(estimate.lower), six_digits(estimate.upper), place_of(estimate, window));
}

std::string distance(const Estimate& estimate, const Window& window) {
  if (window.above && !(estimate.lower > *window.above)) {
    return fmt::format("a lower limit above {}: {} more than the {} measured", six_digits(*window.above),
                       six_digits(*window.above - estimate.lower), six_digits(estimate.lower));
  }
  if (!window.below || estimate.upper < *window.below) return "";
  return fmt::format("an upper limit below {}: {} less than the {} measured", six_digits(*window.below),
                     six_digits(estimate.upper - *window.below), six_digits(estimate.upper));
}

void show(const Estimate& estimate, const Window& window, double alpha, Judgement& judgement) {
  judgement.value = estimate.value;
  judgement.limit = window.limit();
  judgement.interval = Interval{estimate.lower, estimate.upper, shown_confidence(alpha)};
  judgement.details.set("passes_above", window.above).set("passes_below", window.below);
}

}  // namespace pilotage
