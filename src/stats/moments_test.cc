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
