// SPDX-License-Identifier: Apache-2.0
#include "stats/moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace pilotage {
namespace {

Answer<Moments> of(const std::vector<double>& values) { return moments(values); }

TEST(Moments, large_offsets_lose_nothing) {
  EXPECT_EQ(*of({1e9 + 1, 1e9 + 2, 1e9 + 3})->sd, 1);
  EXPECT_EQ(*of({5e9 + 100, 5e9 + 200, 5e9 + 300})->sd, 100);
  EXPECT_EQ(*of({6e10 + 1000, 6e10 + 2000, 6e10 + 3000})->sd, 1000);
  EXPECT_EQ(*of({1e15 + 1, 1e15 + 2, 1e15 + 3})->sd, 1);
}

TEST(Moments, one_value_has_a_mean_and_no_spread) {
  const auto one = of({4}).value();
  EXPECT_EQ(one.mean, 4);
  EXPECT_FALSE(one.sd.has_value());
  EXPECT_EQ(of({}).reason(), NoAnswer::kTooFew);
}

TEST(Moments, what_is_not_finite_is_refused) {
  EXPECT_EQ(of({1, std::nan("")}).reason(), NoAnswer::kNotFinite);
  EXPECT_EQ(of({1, std::numeric_limits<double>::infinity()}).reason(), NoAnswer::kNotFinite);
  EXPECT_EQ(of({1e308, 1e308}).reason(), NoAnswer::kNotFinite);
}

TEST(Moments, spread_does_not_depend_on_the_unit) {
  for (const double unit : {5e-324, 1e-320, 1e-200, 1e-160, 1e154, 1e200, 1e300}) {
    const auto of_unit = of({1 * unit, 3 * unit, 5 * unit}).value();
    EXPECT_NEAR(*of_unit.sd / unit, 2, 1e-14) << unit;
    EXPECT_EQ(of_unit.mean, 3 * unit) << unit;
  }
  EXPECT_NEAR(*of({1e300, -1e300})->sd / 1e300, std::sqrt(2), 1e-15);
  EXPECT_EQ(of({1.7e308, -1.7e308}).reason(), NoAnswer::kNotFinite);  // their spread has no double
}

TEST(Moments, equal_values_have_no_spread_also_where_rounding_shows) {
  EXPECT_EQ(*of({3, 3, 3})->sd, 0);
  EXPECT_TRUE(of({.1 + .2, .3, .3})->no_spread());
  EXPECT_FALSE(of({.3, .3000001})->no_spread());
  EXPECT_TRUE(of({0, 0})->no_spread());
}

TEST(ExactSum, adds_what_a_plain_sum_forgets) {
  EXPECT_EQ(exact_sum(std::vector<double>{1, 1e100, 1, -1e100}), 2);
  EXPECT_EQ(exact_sum(std::vector<double>(10, .1)), 1);
}

}  // namespace
}  // namespace pilotage
