// SPDX-License-Identifier: Apache-2.0
// Paired 0/1 values: how many times the reference's share the candidate's is. For margins relative to the reference.
#pragma once

#include "stats/answer.h"
#include "stats/paired_binary.h"

namespace pilotage {

struct PairedRatioBounds {
  double ratio = 1;  // (a + b) / (a + c)
  double lower = 0;
  double upper = 0;
};

// The score statistic for "the ratio is `ratio`", which must be above 0; falls as `ratio` grows. Infinite where the
// hypothesis leaves no variance.
double paired_ratio_score(const PairedTable& table, double ratio);

// Limits of the ratio, two-sided confidence 1 - 2 alpha. kNotPositive where the reference's share is 0. Without any flip
// they are a/(a + z^2) and its inverse: as for Tango's limits, equal samples are evidence only down to a margin.
Answer<PairedRatioBounds> paired_ratio_bounds(const PairedTable& table, double alpha);

}  // namespace pilotage
