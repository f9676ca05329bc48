// SPDX-License-Identifier: Apache-2.0
// Paired values: the same items on two platforms, one number each. Differences are candidate - reference, and more is
// better; negate both sides of a metric where less is.
#pragma once

#include <cstdint>
#include <span>

#include "stats/answer.h"

namespace pilotage {

// An estimate with its limits from Student's t; what `p_above` and `p_below` take.
struct MeanBounds {
  double estimate = 0;
  double standard_error = 0;
  double df = 0;
  double lower = 0;
  double upper = 0;
  bool identical = false;  // every difference is exactly zero: limits and standard error are zero too
};

// Candidate minus reference, item by item. kTooFew below two items, kNoSpread for a constant difference that is not
// zero, kNotFinite where one side has a NaN or an infinity, kBadArgument for unequal lengths.
Answer<MeanBounds> paired_mean_bounds(std::span<const double> reference, std::span<const double> candidate,
                                      double alpha);
// The same from differences that are there already.
Answer<MeanBounds> mean_bounds(std::span<const double> differences, double alpha);

// One-sided p-values: of "the mean is `bound` or less" and of "… or more". Non-inferior with margin M where
// p_above(bounds, -M) < alpha, which is where bounds.lower > -M.
double p_above(const MeanBounds& bounds, double bound);
double p_below(const MeanBounds& bounds, double bound);

// Two one-sided tests (TOST): equivalent at alpha where both p are below it, which is where both limits lie
// strictly inside -margin..margin.
struct Equivalence {
  double p_lower = 0;
  double p_upper = 0;
  bool equivalent = false;
};

Equivalence equivalence(const MeanBounds& bounds, double margin);

}  // namespace pilotage
