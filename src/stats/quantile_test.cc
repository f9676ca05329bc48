// SPDX-License-Identifier: Apache-2.0
#include "stats/quantile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/alpha.h"
#include "stats/distribution.h"

namespace pilotage {
namespace {

constexpr double k95 = two_sided_alpha(0.95);
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<double> kFive = {35, 15, 50, 20, 40};

Fraction share(std::string_view text) { return parse_fraction(text).value(); }

void expect_ranks(int64_t n, std::string_view p, int64_t lower, int64_t upper, double coverage) {
  const auto ranks = quantile_ranks(n, share(p), k95).value();
  EXPECT_EQ(ranks.lower, lower) << n << " " << p;
  EXPECT_EQ(ranks.upper, upper) << n << " " << p;
  if (coverage > 0) {
    EXPECT_NEAR(ranks.coverage, coverage, 5e-5);
  }
}

TEST(Quantile, o_c01_nearest_rank) {
  EXPECT_EQ(*nearest_rank_quantile(kFive, share("0.05")), 15);
  EXPECT_EQ(*nearest_rank_quantile(kFive, share("0.30")), 20);
  EXPECT_EQ(*nearest_rank_quantile(kFive, share("0.4")), 20);
  EXPECT_EQ(*nearest_rank_quantile(kFive, share("0.5")), 35);
}

TEST(Quantile, o_c01_interpolated) {
  EXPECT_NEAR(*interpolated_quantile(kFive, share("0.05")), 16, 1e-12);
  EXPECT_NEAR(*interpolated_quantile(kFive, share("0.3")), 23, 1e-12);
  EXPECT_NEAR(*interpolated_quantile(kFive, share("0.4")), 29, 1e-12);
  EXPECT_EQ(*interpolated_quantile(kFive, share("0.5")), 35);
  EXPECT_EQ(*interpolated_quantile(kFive, share("1")), 50);
}

TEST(Quantile, o_c04_ranks_of_the_limits) {
  expect_ranks(1000, "0.99", 983, 997, .9761);
  expect_ranks(5000, "0.99", 4936, 4964, .9537);
  expect_ranks(10000, "0.99", 9880, 9920, .9558);
  expect_ranks(1000, "0.95", 936, 964, 0);
  expect_ranks(100, "0.5", 40, 61, .9648);
  expect_ranks(10000, "0.999", 9983, 9997, 0);
  EXPECT_FALSE(quantile_ranks(100, share("0.99"), k95)->upper.has_value());
}

TEST(Quantile, o_c05_limits_in_values) {
  std::vector<double> values;
  for (int i = 0; i <= 100; ++i) values.push_back(std::exp(i / 100.0));
  const auto third = quantile_bounds(values, share("0.3"), k95).value();
  EXPECT_NEAR(*third.lower, 1.22140275816017, 1e-13);
  EXPECT_NEAR(*third.upper, 1.476980793882643, 1e-13);
  const auto half = quantile_bounds(values, share("0.5"), two_sided_alpha(.9)).value();
  EXPECT_NEAR(*half.lower, 1.506817785112854, 1e-13);
  EXPECT_NEAR(*half.upper, 1.803988415397857, 1e-13);
  EXPECT_NEAR(*quantile_bounds(values, share("0.25"), .05)->upper, 1.39096812846378, 1e-13);
  EXPECT_NEAR(*quantile_bounds(values, share("0.8"), .1)->lower, 2.117000016612675, 1e-13);
}

// Conover's quantile test is the other side of the same binomial: seven of fifteen lie at or below 193.
TEST(Quantile, o_c06_conover_through_the_binomial) {
  const std::vector<double> values = {189, 233, 195, 160, 212, 176, 231, 185, 199, 213, 202, 193, 174, 166, 248};
  const auto at_or_below = std::count_if(values.begin(), values.end(), [](double x) { return x <= 193; });
  EXPECT_NEAR(2 * binomial_cdf(at_or_below, 15, .75), .0346, 5e-5);
}

TEST(Quantile, o_c07_fewest_values_for_an_upper_limit) {
  const auto fewest = [](std::string_view p, double alpha, int64_t beyond = 0) {
    return *smallest_sample_for_quantile(share(p), alpha, beyond);
  };
  EXPECT_EQ(fewest("0.99", .05), 299);
  EXPECT_EQ(fewest("0.99", .025), 368);
  EXPECT_EQ(fewest("0.99", .01), 459);
  EXPECT_EQ(fewest("0.999", .05), 2995);
  EXPECT_EQ(fewest("0.999", .01), 4603);
  EXPECT_EQ(fewest("0.95", .05), 59);
  EXPECT_EQ(fewest("0.95", .05, 1), 93);
  EXPECT_EQ(fewest("0.95", .05, 2), 124);
}

TEST(Quantile, o_c02_early_stopping_is_the_same_rule) {
  const auto queries = [](std::string_view p, int64_t over) {
    return *smallest_sample_for_quantile(share(p), .01, over);
  };
  EXPECT_EQ(queries("0.9", 0), 44);
  EXPECT_EQ(queries("0.9", 1), 64);
  EXPECT_EQ(queries("0.9", 100), 1246);
  EXPECT_EQ(queries("0.95", 10), 398);
  EXPECT_EQ(queries("0.97", 5), 433);
  EXPECT_EQ(queries("0.99", 1), 662);
  EXPECT_EQ(queries("0.99", 50), 6898);
  EXPECT_EQ(queries("0.999", 100), 125826);
}

TEST(Quantile, o_c11_p_is_the_decimal_that_was_written) {
  EXPECT_EQ(*nearest_rank_quantile(std::vector<double>{1, 2}, share("0.5")), 1);
  EXPECT_EQ(*nearest_rank_quantile(std::vector<double>{1, 2}, share("0.500000000000001")), 2);
  EXPECT_EQ(nearest_rank(share("0.55"), 100), 55);
  EXPECT_EQ(nearest_rank(share("0.07"), 100), 7);
  EXPECT_EQ(nearest_rank(share("0.999"), 1'000'000'000'000), 999'000'000'000);
}

TEST(Quantile, limits_err_with_alpha_at_most) {
  for (const int64_t n : {6, 30, 101, 500}) {
    const auto ranks = quantile_ranks(n, share("0.5"), .05).value();
    EXPECT_LE(binomial_cdf(*ranks.lower - 1, n, .5), .05);
    EXPECT_GT(binomial_cdf(*ranks.lower, n, .5), .05);
    EXPECT_LE(binomial_upper(*ranks.upper - 1, n, .5), .05);
    EXPECT_GT(binomial_upper(*ranks.upper - 2, n, .5), .05);
  }
}

TEST(Quantile, infinity_is_a_value_and_nan_is_not) {
  const std::vector<double> lost = {1, 2, kInfinity};
  EXPECT_EQ(*nearest_rank_quantile(lost, share("0.99")), kInfinity);
  EXPECT_EQ(*interpolated_quantile(lost, share("0.5")), 2);
  EXPECT_EQ(*interpolated_quantile(lost, share("0.9")), kInfinity);
  EXPECT_EQ(nearest_rank_quantile(std::vector<double>{1, std::nan("")}, share("0.5")).reason(), NoAnswer::kNotFinite);
}

TEST(Quantile, few_values_are_answered_or_refused) {
  const std::vector<double> one = {7};
  EXPECT_EQ(*nearest_rank_quantile(one, share("0.99")), 7);
  EXPECT_EQ(*interpolated_quantile(one, share("0.3")), 7);
  EXPECT_EQ(quantile_bounds(one, share("0.5"), .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(nearest_rank_quantile({}, share("0.5")).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(quantile_ranks(0, share("0.5"), .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(quantile_ranks(9, share("1"), .05).reason(), NoAnswer::kBadArgument);
}

TEST(Fraction, reads_decimals_and_nothing_else) {
  EXPECT_EQ(share("0.999").numerator, 999);
  EXPECT_EQ(share(".5").denominator, 10);
  EXPECT_EQ(share("1").value(), 1);
  for (const auto* text : {"", ".", "2", "1.5", "-0.5", "0,5", "5e-1", "0.5 ", "0.123456789012345678", "00.5"}) {
    EXPECT_FALSE(parse_fraction(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace pilotage
