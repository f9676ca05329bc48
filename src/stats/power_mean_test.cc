// SPDX-License-Identifier: Apache-2.0
#include "stats/power_mean.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/distribution.h"

namespace pilotage {
namespace {

TEST(TPower, o_b15_power_t_test) {
  EXPECT_NEAR(t_power(std::sqrt(10), 38, .025), .8689528, 5e-8);  // n = 20 a group, delta = sd
  EXPECT_NEAR(t_power(std::sqrt(22.02110 / 2), 2 * 22.02110 - 2, .025), .9, 1e-6);
  EXPECT_NEAR(t_power(.25 * std::sqrt(170.0511), 169.0511, .025), .9, 1e-6);
}

TEST(TPower, o_b16_both_tails) {
  const auto two_sided = [](double noncentrality, double df) {
    const double t = student_quantile(.975, df);
    return t_power(noncentrality, df, .025) + noncentral_t_cdf(-t, df, noncentrality);
  };
  EXPECT_NEAR(two_sided(.2 * std::sqrt(20), 19), .1359562888, 5e-10);
  EXPECT_NEAR(two_sided(std::sqrt(30), 29), .9995636010, 5e-10);
  EXPECT_NEAR(t_power(std::sqrt(30), 29, .05), .9998920102, 5e-10);
}

TEST(PairedMeanPower, o_b15_paired) {
  const PairedMeanDesign design{.margin = .5, .sd = 2, .alpha = .025};
  EXPECT_LT(*paired_mean_power(design, 170), .9);
  EXPECT_GE(*paired_mean_power(design, 171), .9);
  EXPECT_EQ(*paired_mean_sample_size(design, .9), 171);
}

TEST(PairedMeanPower, a_true_gain_needs_fewer) {
  EXPECT_LT(*paired_mean_sample_size({.margin = .5, .sd = 2, .alpha = .05, .difference = .5}, .8),
            *paired_mean_sample_size({.margin = .5, .sd = 2, .alpha = .05}, .8));
}

TEST(PairedMeanPower, of_huge_samples_is_one) {
  EXPECT_EQ(*paired_mean_power({.margin = .1, .sd = 1}, 1'000'000), 1);
  EXPECT_NEAR(*paired_mean_power({.margin = .0025, .sd = 1}, 1'000'000), normal_cdf(2.5 - 1.6448536), 1e-5);
}

TEST(PairedMeanPower, refusals) {
  EXPECT_EQ(paired_mean_power({.margin = .1, .sd = 1}, 1).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(paired_mean_power({.margin = .1, .sd = 0}, 10).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(paired_mean_sample_size({.margin = .1, .sd = 1, .alpha = .05, .difference = -.1}, .8).reason(),
            NoAnswer::kUnreachable);
}

TEST(PairedMeanPower, of_extreme_designs_is_a_probability_or_refused) {
  EXPECT_EQ(*paired_mean_power({.margin = 1e300, .sd = 1e-300}, 10), 1);
  EXPECT_EQ(paired_mean_power({.margin = 1, .sd = 1e-300, .alpha = .05, .difference = -1.7e308}, 10).reason(),
            NoAnswer::kNotFinite);
}

// Values from numerical integration with SciPy.
TEST(EquivalencePower, equals_the_integral_over_the_spread) {
  const auto power = [](double margin, int64_t n) {
    return *equivalence_power({.margin = margin, .sd = .8, .alpha = .05, .difference = .05}, n);
  };
  EXPECT_NEAR(power(1, 2), .125240, 1e-6);
  EXPECT_NEAR(power(3, 3), .9698069638, 5e-7);
  EXPECT_NEAR(power(1, 10), .949723, 1e-6);
  EXPECT_NEAR(power(.3, 30), .271004, 1e-6);
  EXPECT_NEAR(power(.1, 300), .230801, 1e-6);
}

TEST(EquivalencePower, refusals) {
  EXPECT_EQ(equivalence_power({.margin = .1, .sd = 1}, 1).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(equivalence_sample_size({.margin = .1, .sd = 1, .alpha = .05, .difference = .1}, .8).reason(),
            NoAnswer::kUnreachable);
}

TEST(RatioRuns, equal_the_planning_formula) {
  EXPECT_EQ(*ratio_runs({.distance = std::log(1.05), .sd = .02}, .8), 4);
  EXPECT_EQ(*ratio_runs({.distance = std::log(1.10), .sd = .05}, .8), 5);
  EXPECT_EQ(*ratio_runs({.distance = std::log(1.05), .sd = .05}, .8), 14);
}

TEST(RatioRuns, refusals) {
  EXPECT_EQ(ratio_power({.distance = .1, .sd = .1}, 1).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(ratio_runs({.distance = 0, .sd = .1}, .8).reason(), NoAnswer::kUnreachable);
  EXPECT_EQ(ratio_runs({.distance = .1, .sd = std::nan("")}, .8).reason(), NoAnswer::kBadArgument);
}

}  // namespace
}  // namespace pilotage
