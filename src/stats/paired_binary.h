// SPDX-License-Identifier: Apache-2.0
// Paired right/wrong answers: the same items on two platforms. Tango's score interval decides non-inferiority;
// Newcombe's is its cross-check; McNemar's tests are reported and never gate ("no difference shown" is not "the same").
#pragma once

#include <cstdint>
#include <optional>

#include "stats/answer.h"

namespace pilotage {

// Items by who answered right. The flip rate is `flips() / n()`: bound it with clopper_pearson(flips(), n(), alpha).
struct PairedTable {
  int64_t both_right = 0;      // a
  int64_t candidate_only = 0;  // b: the candidate right, the reference wrong
  int64_t reference_only = 0;  // c: the candidate wrong, the reference right
  int64_t both_wrong = 0;      // d

  int64_t n() const { return both_right + candidate_only + reference_only + both_wrong; }
  int64_t flips() const { return candidate_only + reference_only; }
};

struct PairedShareBounds {
  double difference = 0;  // candidate - reference: (b - c) / n
  double lower = 0;
  double upper = 0;
};

// Tango's score statistic for "the difference is `difference`"; falls as `difference` grows. Infinite where the
// hypothesis leaves no variance.
double tango_score(double candidate_only, double reference_only, double n, double difference);

// Limits of the difference, two-sided confidence 1 - 2 alpha. An answer for every n >= 1: without any flip they are
// +-z^2/(n + z^2), since a sample without flips is evidence only down to that margin.
Answer<PairedShareBounds> tango_bounds(const PairedTable& table, double alpha);
Answer<PairedShareBounds> newcombe_bounds(const PairedTable& table, double alpha);

struct ScoreTest {
  double z = 0;
  double p = 0;  // one-sided, of "worse by `margin` or more"
};

// Non-inferior at alpha where p < alpha, which is where tango_bounds(alpha).lower > -margin. margin in [0, 1).
Answer<ScoreTest> tango_non_inferiority(const PairedTable& table, double margin);

struct McNemar {
  std::optional<double> chi_squared;            // absent without flips, as is the corrected one
  std::optional<double> corrected_chi_squared;  // with continuity correction
  double p = 1;                                 // two-sided, each
  double corrected_p = 1;
  double exact_p = 1;
  double mid_p = 1;
};

Answer<McNemar> mcnemar(const PairedTable& table);

}  // namespace pilotage
