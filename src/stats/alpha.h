// SPDX-License-Identifier: Apache-2.0
// Alpha: the error allowed on ONE side, the only way in which this part takes a confidence.
// A plan's `confidence = 0.95` is one-sided: alpha 0.05, and the interval shown beside it is the two-sided 90 % one.
#pragma once

namespace pilotage {

// alpha of a one-sided confidence (0.95 -> 0.05) and of a two-sided interval (0.95 -> 0.025).
constexpr double one_sided_alpha(double confidence) { return 1 - confidence; }
constexpr double two_sided_alpha(double confidence) { return (1 - confidence) / 2; }

// The confidence of the interval between both limits.
constexpr double two_sided_confidence(double alpha) { return 1 - 2 * alpha; }

// False for NaN as well.
constexpr bool is_alpha(double alpha) { return alpha > 0 && alpha < 0.5; }

}  // namespace pilotage
