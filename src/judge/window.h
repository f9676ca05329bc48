// SPDX-License-Identifier: Apache-2.0
// Window: the values that pass a criterion, and what an interval says about it. All comparative rules end here.
#pragma once

#include <optional>
#include <string>

#include "judge/metric_traits.h"
#include "judge/verdict.h"

namespace pilotage {

// Open on both sides: an interval that only touches a margin has not passed.
struct Window {
  std::optional<double> above = std::nullopt;
  std::optional<double> below = std::nullopt;

  // The limit that is shown: the lower one where there are both.
  std::optional<double> limit() const { return above ? above : below; }
};

// On the scale of the rule: differences for absolute margins (positive where the candidate is better), ratios candidate
// / reference for relative margins and for limits of ratios.
Window window_of(const Criterion& criterion, Direction direction);
bool is_ratio(const Criterion& criterion);

// Of the interval between two limits that err with alpha each, without the noise of 1 - 2 alpha in binary.
double shown_confidence(double alpha);

struct Estimate {
  double value = 0;
  double lower = 0;
  double upper = 0;
  bool identical = false;  // both sides are equal item by item
};

// PASS where the interval lies inside, FAIL where all of it lies outside, else INCONCLUSIVE.
Outcome outcome_of(const Estimate& estimate, const Window& window);
// `the 90 % interval 0.98 to 1.02 lies above 0.95`, without a full stop.
std::string sentence(const Estimate& estimate, const Window& window, double alpha);
// How far a limit of the interval would have to move, for a FAIL.
std::string distance(const Estimate& estimate, const Window& window);

// Fills value, limit and interval of a judgement, and its window under `details`.
void show(const Estimate& estimate, const Window& window, double alpha, Judgement& judgement);

}  // namespace pilotage
