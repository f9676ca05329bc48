// SPDX-License-Identifier: Apache-2.0
#include "judge/metric_traits.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

TEST(MetricTraits, know_which_direction_is_better) {
  EXPECT_EQ(direction_of("retrieval.recall_at_10", "1"), Direction::kLargerIsBetter);
  EXPECT_EQ(direction_of("retrieval.reciprocal_rank", "1"), Direction::kLargerIsBetter);
  EXPECT_EQ(direction_of("embedding.relative_l2", "1"), Direction::kSmallerIsBetter);
  EXPECT_EQ(direction_of("flip_rate", "1"), Direction::kSmallerIsBetter);
  EXPECT_EQ(direction_of("throughput.items", "item/s"), Direction::kLargerIsBetter);
  EXPECT_EQ(direction_of("load.time", "s"), Direction::kSmallerIsBetter);
  EXPECT_EQ(direction_of("memory.peak_rss", "B"), Direction::kSmallerIsBetter);
  EXPECT_EQ(direction_of("memory.triad.bandwidth", "B/s"), Direction::kLargerIsBetter);
  EXPECT_EQ(direction_of("gemm.int8.flops", "OP/s"), Direction::kLargerIsBetter);
  EXPECT_EQ(direction_of("some.users_score", "1"), Direction::kLargerIsBetter);
}

TEST(MetricTraits, know_what_a_value_cannot_be) {
  EXPECT_EQ(possible_range("retrieval.recall_at_10", "1")->high, 1);
  EXPECT_GT(possible_range("embedding.cosine", "1")->high, 1);
  EXPECT_EQ(possible_range("utilisation", "%")->high, 100);
  EXPECT_EQ(possible_range("latency.batch", "s")->low, 0);
  EXPECT_FALSE(possible_range("some.users_score", "1").has_value());
  EXPECT_TRUE(zero_is_impossible("s"));
  EXPECT_TRUE(zero_is_impossible("item/s"));
  EXPECT_FALSE(zero_is_impossible("1"));
}

}  // namespace
}  // namespace pilotage
