// SPDX-License-Identifier: Apache-2.0
#include "stats/welch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/alpha.h"

namespace pilotage {
namespace {

// Expected values from SciPy's ttest_ind(equal_var=False) and its confidence_interval.
const std::vector<double> kReference = {10.1, 9.8, 10.4, 10.0, 9.9};
const std::vector<double> kCandidate = {10.9, 11.8, 10.2, 11.1, 12.0, 10.6};

TEST(Welch, equals_scipy) {
  const auto bounds = welch_bounds(kReference, kCandidate, two_sided_alpha(.95)).value();
  EXPECT_NEAR(bounds.estimate, 1.06, 1e-12);
  EXPECT_NEAR(bounds.df, 6.275072816090633, 1e-12);
  EXPECT_NEAR(bounds.lower, .33123941492670705, 1e-12);
  EXPECT_NEAR(bounds.upper, 1.7887605850732975, 1e-12);
  EXPECT_NEAR(2 * p_above(bounds, 0), .01160582836414865, 1e-13);
}

TEST(Welch, one_side_without_spread_leaves_the_other) {
  const std::vector<double> still = {5, 5, 5};
  const std::vector<double> moving = {4, 6, 8};
  const auto bounds = welch_bounds(still, moving, .05).value();
  EXPECT_NEAR(bounds.df, 2, 1e-12);
  EXPECT_NEAR(bounds.standard_error, 2 / std::sqrt(3), 1e-12);
}

TEST(Welch, does_not_depend_on_the_unit) {
  for (const double unit : {1e-200, 1e-160, 1e160, 1e200}) {
    std::vector<double> reference = kReference;
    std::vector<double> candidate = kCandidate;
    for (double& value : reference) value *= unit;
    for (double& value : candidate) value *= unit;
    const auto bounds = welch_bounds(reference, candidate, two_sided_alpha(.95)).value();
    EXPECT_NEAR(bounds.df, 6.275072816090633, 1e-9) << unit;
    EXPECT_NEAR(bounds.lower / unit, .33123941492670705, 1e-10) << unit;
    EXPECT_NEAR(bounds.upper / unit, 1.7887605850732975, 1e-10) << unit;
  }
}

TEST(Welch, refusals) {
  const std::vector<double> still = {5, 5, 5};
  const std::vector<double> one = {5};
  EXPECT_EQ(welch_bounds(still, still, .05).reason(), NoAnswer::kNoSpread);
  EXPECT_EQ(welch_bounds(still, std::vector<double>{6, 6}, .05).reason(), NoAnswer::kNoSpread);
  EXPECT_EQ(welch_bounds(still, one, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(welch_bounds({}, still, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(welch_bounds(kReference, std::vector<double>{1, std::nan("")}, .05).reason(), NoAnswer::kNotFinite);
  EXPECT_EQ(welch_bounds(kReference, kCandidate, 0).reason(), NoAnswer::kBadArgument);
}

TEST(WelchRatio, is_welch_on_logarithms) {
  const auto ratio = welch_ratio_bounds(kReference, kCandidate, .05).value();
  EXPECT_NEAR(ratio.ratio, std::exp(ratio.logarithms.estimate), 1e-15);
  EXPECT_NEAR(ratio.lower, 1.04756922, 5e-9);
  EXPECT_NEAR(ratio.upper, 1.16351092, 5e-9);
  EXPECT_EQ(ratio.reference_runs, 5);
  EXPECT_EQ(ratio.candidate_runs, 6);
}

TEST(WelchRatio, does_not_depend_on_the_unit) {
  std::vector<double> reference = kReference;
  std::vector<double> candidate = kCandidate;
  for (double& value : reference) value *= 1e9;
  for (double& value : candidate) value *= 1e9;
  EXPECT_NEAR(welch_ratio_bounds(reference, candidate, .05)->lower,
              welch_ratio_bounds(kReference, kCandidate, .05)->lower, 1e-12);
}

TEST(WelchRatio, refusals) {
  const std::vector<double> four = {1, 2, 3, 4};
  EXPECT_EQ(welch_ratio_bounds(kReference, four, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(welch_ratio_bounds(kReference, std::vector<double>{1, 2, 3, 4, 0}, .05).reason(), NoAnswer::kNotPositive);
  EXPECT_EQ(welch_ratio_bounds(kReference, std::vector<double>{1, 2, 3, 4, HUGE_VAL}, .05).reason(),
            NoAnswer::kNotFinite);
  const std::vector<double> still(5, 1000.0);
  EXPECT_EQ(welch_ratio_bounds(still, still, .05).reason(), NoAnswer::kNoSpread);
  const double above_one = std::nextafter(1.0, 2.0);
  const std::vector<double> rounding = {1, above_one, 1, 1, above_one};
  EXPECT_EQ(welch_ratio_bounds(still, rounding, .05).reason(), NoAnswer::kNoSpread);
  EXPECT_TRUE(welch_ratio_bounds(std::vector<double>(5, 1.7e308), kCandidate, .05).ok());  // logarithms have room
  EXPECT_EQ(welch_ratio_bounds({}, {}, .05, 0).reason(), NoAnswer::kTooFew);
}

}  // namespace
}  // namespace pilotage
