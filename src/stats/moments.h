// SPDX-License-Identifier: Apache-2.0
// Moments: count, mean and standard deviation, computed so that large offsets lose nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "stats/answer.h"

namespace pilotage {

struct Moments {
  int64_t n = 0;
  double mean = 0;
  std::optional<double> sd;  // of the sample (n - 1); absent for n = 1
  double min = 0;
  double max = 0;

  // All values equal up to the rounding of their own representation.
  bool no_spread() const;
};

// kTooFew for an empty sample, kNotFinite for NaN or infinity among the values.
Answer<Moments> moments(std::span<const double> values);

// Compensated sum: its error does not grow with the number of values.
double exact_sum(std::span<const double> values);

bool all_finite(std::span<const double> values);

// The largest absolute value, 0 for none: the size against which rounding is measured.
double largest_size(std::span<const double> values);

}  // namespace pilotage
