// SPDX-License-Identifier: Apache-2.0
#include "stats/paired_continuous.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/alpha.h"

namespace pilotage {
namespace {

constexpr double k95 = two_sided_alpha(0.95);
constexpr double k90 = two_sided_alpha(0.90);
const std::vector<double> kSleep = {1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, .8, 4.6, 1.4};

TEST(MeanBounds, o_b19_sleep) {
  const auto bounds = mean_bounds(kSleep, k95).value();
  EXPECT_NEAR(bounds.estimate, 1.58, 1e-12);
  EXPECT_NEAR(bounds.standard_error, 1.229995 / std::sqrt(10), 5e-7);
  EXPECT_NEAR(bounds.estimate / bounds.standard_error, 4.0621277, 5e-8);
  EXPECT_NEAR(2 * p_above(bounds, 0), .00283289, 5e-9);
  EXPECT_NEAR(bounds.lower, .7001142, 5e-8);
  EXPECT_NEAR(bounds.upper, 2.4598858, 5e-8);
  EXPECT_NEAR(mean_bounds(kSleep, k90)->lower, .8669947, 5e-8);
  EXPECT_NEAR(mean_bounds(kSleep, k90)->upper, 2.2930053, 5e-8);
}

TEST(MeanBounds, o_b19_non_inferiority_and_equivalence) {
  const auto bounds = mean_bounds(kSleep, .05).value();
  EXPECT_NEAR(p_above(bounds, -1), 4.778596e-5, 5e-12);
  EXPECT_NEAR(p_below(bounds, 1), .9149441, 5e-8);
  EXPECT_NEAR(p_below(bounds, 3), .002655570, 5e-10);
  EXPECT_TRUE(equivalence(bounds, 3).equivalent);
  EXPECT_FALSE(equivalence(bounds, 1).equivalent);
  EXPECT_NEAR(equivalence(bounds, 3).p_upper, .002655570, 5e-10);
}

TEST(MeanBounds, of_pairs_are_those_of_their_differences) {
  const std::vector<double> first = {.7, -1.6, -.2, -1.2, -.1, 3.4, 3.7, .8, 0, 2};
  const std::vector<double> second = {1.9, .8, 1.1, .1, -.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  const auto bounds = paired_mean_bounds(first, second, k95).value();
  EXPECT_NEAR(bounds.lower, .7001142, 5e-8);
  EXPECT_NEAR(bounds.upper, 2.4598858, 5e-8);
}

TEST(MeanBounds, identical_sides_are_an_answer) {
  const std::vector<double> values = {1, 2, 3};
  const auto bounds = paired_mean_bounds(values, values, .05).value();
  EXPECT_TRUE(bounds.identical);
  EXPECT_EQ(bounds.lower, 0);
  EXPECT_EQ(bounds.upper, 0);
  EXPECT_EQ(p_above(bounds, -.01), 0);
  EXPECT_EQ(p_above(bounds, 0), 1);
  EXPECT_TRUE(equivalence(bounds, .01).equivalent);
}

TEST(MeanBounds, a_constant_difference_has_no_spread_also_where_rounding_shows) {
  EXPECT_EQ(mean_bounds(std::vector<double>{.1, .1, .1}, .05).reason(), NoAnswer::kNoSpread);
  const std::vector<double> reference = {1, 2, 3, 1000};
  const std::vector<double> candidate = {1.1, 2.1, 3.1, 1000.1};
  EXPECT_EQ(paired_mean_bounds(reference, candidate, .05).reason(), NoAnswer::kNoSpread);
}

// The O-B19 sample in another unit: squares of such differences are 0 or infinite, their spread is not.
TEST(MeanBounds, do_not_depend_on_the_unit) {
  for (const double unit : {1e-200, 1e-160, 1e160, 1e300}) {
    std::vector<double> scaled = kSleep;
    for (double& value : scaled) value *= unit;
    EXPECT_NEAR(mean_bounds(scaled, k95)->lower / unit, .7001142, 5e-8) << unit;
    EXPECT_NEAR(mean_bounds(scaled, k95)->upper / unit, 2.4598858, 5e-8) << unit;
    EXPECT_NEAR(2 * p_above(*mean_bounds(scaled, k95), 0), .00283289, 5e-9) << unit;
  }
}

TEST(MeanBounds, differences_of_rounding_alone_are_judged) {
  const std::vector<double> reference = {.3, .6, .9};
  const std::vector<double> candidate = {.1 + .2, .6, .9};
  const auto bounds = paired_mean_bounds(reference, candidate, .05).value();
  EXPECT_FALSE(bounds.identical);
  EXPECT_NEAR(bounds.lower, 0, 1e-15);
}

TEST(MeanBounds, refusals) {
  const std::vector<double> two = {1, 2};
  EXPECT_EQ(mean_bounds({}, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(mean_bounds(std::vector<double>{1}, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(mean_bounds(std::vector<double>{0}, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(mean_bounds(std::vector<double>{1, std::nan("")}, .05).reason(), NoAnswer::kNotFinite);
  EXPECT_EQ(mean_bounds(two, .7).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(paired_mean_bounds(two, std::vector<double>{1}, .05).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(paired_mean_bounds(two, std::vector<double>{HUGE_VAL, 2}, .05).reason(), NoAnswer::kNotFinite);
}

TEST(MeanBounds, two_items_give_wide_limits) {
  const auto bounds = mean_bounds(std::vector<double>{0, 1}, .05).value();
  EXPECT_NEAR(bounds.upper, .5 + 6.313751515 * .5, 1e-8);
  EXPECT_EQ(bounds.df, 1);
}

}  // namespace
}  // namespace pilotage
