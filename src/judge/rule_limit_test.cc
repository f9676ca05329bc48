// SPDX-License-Identifier: Apache-2.0
// at_most and at_least: shares by their confidence limit, everything else by the point.
#include <gtest/gtest.h>

#include "judge/testing.h"

namespace pilotage {
namespace {

Judgement flips(size_t flipped, size_t n, double at_most) {
  Pilot pilot({limit("flip_rate", Statistic::kShare, Rule::kAtMost, at_most)});
  pilot.seal().pair("flip_rate", times(flipped, 1) + times(n - flipped, 0));
  return pilot.judgement();
}

TEST(Share, passes_where_its_upper_limit_keeps_to_the_limit) {
  // Clopper-Pearson, one-sided 95 %: 0 of 100 has the upper limit 1 - 0.05^(1/100) = 0.0295130.
  const Judgement judgement = flips(0, 100, 0.03);
  EXPECT_EQ(judgement.outcome, Outcome::kPass);
  EXPECT_NEAR(judgement.interval->high, 0.0295130, 1e-7);
  EXPECT_DOUBLE_EQ(*judgement.value, 0);
  EXPECT_EQ(judgement.n, 100);
}

TEST(Share, is_open_where_only_the_point_keeps_to_the_limit_and_names_the_n) {
  const Judgement judgement = flips(2, 100, 0.03);
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive);
  EXPECT_GT(judgement.details.integer_or("needed_as_observed", 0), 100);
  EXPECT_TRUE(holds(judgement.would_change, "items in place of 100")) << judgement.would_change;
}

TEST(Share, fails_where_its_lower_limit_is_beyond_the_limit) {
  EXPECT_EQ(flips(20, 100, 0.03).outcome, Outcome::kFail);
}

// 0.97^98 = 0.0505, 0.97^99 = 0.0490; P(X >= 7) = 0.0312 and P(X >= 6) = 0.0808 for 100 items of share 0.03.
TEST(Share, turns_with_one_item_at_the_edge_of_the_limit) {
  EXPECT_EQ(flips(0, 98, 0.03).outcome, Outcome::kInconclusive);
  EXPECT_EQ(flips(0, 99, 0.03).outcome, Outcome::kPass);
  EXPECT_EQ(flips(6, 100, 0.03).outcome, Outcome::kInconclusive);
  EXPECT_EQ(flips(7, 100, 0.03).outcome, Outcome::kFail);
  EXPECT_EQ(flips(0, 1, 0.03).outcome, Outcome::kInconclusive);
  EXPECT_EQ(flips(1, 1, 0.03).outcome, Outcome::kFail);  // lower limit 0.05 of one flip in one item
}

TEST(Share, at_least_is_judged_by_the_lower_limit) {
  const auto outcome = [](size_t right) {
    Pilot pilot({limit(kRecall, Statistic::kMean, Rule::kAtLeast, 0.7)});
    pilot.seal().scores("new", kRecall, times(right, 1) + times(200 - right, 0));
    return pilot.judgement().outcome;
  };
  EXPECT_EQ(outcome(160), Outcome::kPass);
  EXPECT_EQ(outcome(142), Outcome::kInconclusive);
  EXPECT_EQ(outcome(110), Outcome::kFail);
}

TEST(Share, of_numbers_that_are_no_0_or_1_is_refused) {
  Pilot pilot({limit(kRecall, Statistic::kShare, Rule::kAtLeast, 0.5)});
  pilot.seal().scores("new", kRecall, {1, 0.5, 1});
  EXPECT_EQ(codes(pilot.judgement().refusals), std::vector<std::string>{"implausible"});
}

TEST(Point, of_the_minimum_is_inclusive) {
  const auto judged = [](double at_least) {
    Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, at_least)});
    pilot.seal().pair("embedding.cosine", {0.9999, 0.84, 0.99});
    return pilot.judgement();
  };
  EXPECT_EQ(judged(0.84).outcome, Outcome::kPass);
  const Judgement judgement = judged(0.99);
  EXPECT_EQ(judgement.outcome, Outcome::kFail);
  EXPECT_DOUBLE_EQ(*judgement.value, 0.84);
  EXPECT_TRUE(holds(judgement.would_change, "a min higher by 0.15")) << judgement.would_change;
}

TEST(Point, of_a_quantile_is_the_nearest_rank_with_its_interval) {
  Pilot pilot({limit(kLatency, Statistic::kP90, Rule::kAtMost, 0.2, "s")});
  std::vector<double> values;
  for (int i = 1; i <= 100; ++i) values.push_back(i * 0.001);
  pilot.seal().record(pilot.attempt("new", "timing"), kLatency, "s", values);
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass);
  EXPECT_DOUBLE_EQ(*judgement.value, 0.09);
  ASSERT_TRUE(judgement.interval.has_value());
  EXPECT_LT(judgement.interval->low, 0.09);
  EXPECT_GT(judgement.interval->high, 0.09);
}

// Five values hold no upper limit of a p99: it is their largest, shown with what the sample bounds and no interval.
TEST(Point, of_a_quantile_of_few_values_is_their_largest_and_shows_no_interval) {
  Pilot pilot({limit(kLatency, Statistic::kP99, Rule::kAtMost, 0.2, "s")});
  pilot.seal().record(pilot.attempt("new", "timing"), kLatency, "s", {0.1, 0.2, 0.15, 0.11, 0.12});
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass);  // inclusive
  EXPECT_DOUBLE_EQ(*judgement.value, 0.2);
  EXPECT_FALSE(judgement.interval.has_value());
}

TEST(Point, that_fails_says_by_how_much_in_its_unit) {
  Pilot pilot({limit(kLatency, Statistic::kMax, Rule::kAtMost, 0.25, "s")});
  pilot.seal().record(pilot.attempt("new", "timing"), kLatency, "s", {0.125, 0.5});
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.reason, "the max of 2 values, 0.5 s, is above 0.25 s");
  EXPECT_EQ(judgement.would_change, "a max lower by 0.25 s");
}

TEST(Point, refuses_numbers_in_another_unit_than_the_limit) {
  Pilot pilot({limit(kLatency, Statistic::kMax, Rule::kAtMost, 0.2, "s")});
  pilot.seal().record(pilot.attempt("new", "timing"), kLatency, "ms", {120, 130});
  EXPECT_EQ(codes(pilot.judgement().refusals), std::vector<std::string>{"other_conditions"});
}

}  // namespace
}  // namespace pilotage
