// SPDX-License-Identifier: Apache-2.0
#include "stats/proportion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/alpha.h"
#include "stats/distribution.h"

namespace pilotage {
namespace {

constexpr double k95 = two_sided_alpha(0.95);

void expect_bounds(const Answer<ShareBounds>& answer, double lower, double upper) {
  ASSERT_TRUE(answer.ok());
  EXPECT_NEAR(answer->lower, lower, 5e-5);
  EXPECT_NEAR(answer->upper, upper, 5e-5);
}

TEST(Wilson, o_b13_newcombe_1998) {
  expect_bounds(wilson(81, 263, k95), .2553, .3662);
  expect_bounds(wilson(15, 148, k95), .0624, .1605);
  expect_bounds(wilson(0, 20, k95), 0, .1611);
  expect_bounds(wilson(1, 29, k95), .0061, .1718);
}

TEST(ClopperPearson, o_b13) {
  expect_bounds(clopper_pearson(15, 148, k95), .0578, .1617);
  expect_bounds(clopper_pearson(0, 20, k95), 0, .1684);
  expect_bounds(clopper_pearson(1, 29, k95), .0009, .1776);
}

TEST(ClopperPearson, limits_are_where_the_binomial_tail_is_alpha) {
  for (const int64_t k : {1, 7, 39}) {
    const auto bounds = clopper_pearson(k, 40, .05).value();
    EXPECT_NEAR(binomial_cdf(k, 40, bounds.upper), .05, 1e-10);
    EXPECT_NEAR(binomial_upper(k - 1, 40, bounds.lower), .05, 1e-10);
  }
}

TEST(ClopperPearson, none_and_all_have_closed_forms) {
  const auto none = clopper_pearson(0, 50, .05).value();
  EXPECT_EQ(none.lower, 0);
  EXPECT_NEAR(none.upper, 1 - std::pow(.05, 1.0 / 50), 1e-12);
  const auto all = clopper_pearson(50, 50, .05).value();
  EXPECT_EQ(all.upper, 1);
  EXPECT_NEAR(all.lower, std::pow(.05, 1.0 / 50), 1e-12);
}

TEST(ClopperPearson, holds_for_a_million_items) {
  const auto bounds = clopper_pearson(40'000, 1'000'000, .05).value();
  EXPECT_NEAR(binomial_cdf(40'000, 1'000'000, bounds.upper), .05, 1e-8);
  EXPECT_NEAR(bounds.upper, .04 + 1.6448536 * std::sqrt(.04 * .96 / 1e6), 2e-6);
}

TEST(Proportion, refuses_what_is_no_share) {
  EXPECT_EQ(clopper_pearson(0, 0, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(wilson(0, 0, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(clopper_pearson(3, 2, .05).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(clopper_pearson(-1, 2, .05).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(wilson(1, 2, std::nan("")).reason(), NoAnswer::kBadArgument);
}

}  // namespace
}  // namespace pilotage
