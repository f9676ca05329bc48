// SPDX-License-Identifier: Apache-2.0
#include "quality/flips.h"

#include <gtest/gtest.h>

#include <limits>

namespace pilotage {
namespace {

TEST(Flips, count_each_cell_and_mark_each_item) {
  const std::vector<double> reference{1, 1, 1, 0, 0, 0, 0, 1};
  const std::vector<double> candidate{1, 1, 0, 1, 1, 0, 1, 1};
  const auto flips = pair_scores(reference, candidate);
  ASSERT_TRUE(flips.ok());
  EXPECT_EQ(flips->counts.both, 3);
  EXPECT_EQ(flips->counts.candidate_only, 3);
  EXPECT_EQ(flips->counts.reference_only, 1);
  EXPECT_EQ(flips->counts.neither, 1);
  EXPECT_EQ(flips->counts.n(), 8);
  EXPECT_EQ(flips->counts.flips(), 4);
  EXPECT_EQ(flips->flipped, (std::vector<double>{0, 0, 1, 1, 1, 0, 1, 0}));
}

TEST(Flips, a_score_against_itself_has_none) {
  const std::vector<double> scores{1, 0, 1};
  EXPECT_EQ(pair_scores(scores, scores)->counts.flips(), 0);
}

TEST(Flips, what_cannot_be_paired_is_an_error) {
  const auto message = [](std::vector<double> reference, std::vector<double> candidate) {
    return pair_scores(reference, candidate).error().message();
  };
  EXPECT_EQ(message({1, 0}, {1}), "2 scores of the reference cannot be paired with 1 of the candidate");
  EXPECT_EQ(message({}, {}), "there are no scores to pair");
  EXPECT_EQ(message({1, 0.5}, {1, 0}), "a score to pair is neither 0 nor 1");
  EXPECT_EQ(message({1}, {std::numeric_limits<double>::quiet_NaN()}), "a score to pair is neither 0 nor 1");
}

}  // namespace
}  // namespace pilotage
