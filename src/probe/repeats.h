// SPDX-License-Identifier: Apache-2.0
// Repeated timing of something short: warm-up, then repetitions that each last long enough to be measured.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"

namespace pilotage {

struct RepeatedTimes {
  int64_t calls = 1;            // in one repetition
  std::vector<double> seconds;  // of one call, by repetition in the order in which they ran
};

// Calls until `warm_up` has passed, three times at least; then as many repetitions of at least `shortest` each.
// Durations by the steady clock. The first error of a call ends it.
Result<RepeatedTimes> time_repeats(const std::function<Status()>& call, int64_t repeats,
                                   std::chrono::nanoseconds warm_up, std::chrono::nanoseconds shortest);

// For people: `median 190.2 (95 % interval 185.3 to 191.0 of 30 runs)`, the interval from order statistics, without
// limits where the runs are too few. Values are divided by `scale` first.
std::string median_text(const std::vector<double>& values, double scale);

}  // namespace pilotage
