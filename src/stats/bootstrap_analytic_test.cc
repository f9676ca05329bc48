// SPDX-License-Identifier: Apache-2.0
#include "stats/bootstrap_analytic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/random.h"

namespace pilotage {
namespace {

struct Sample {
  std::vector<double> reference;
  std::vector<double> candidate;
};

// Skewed, like response lengths or losses: squares of even numbers, and a candidate about one percent below.
Sample skewed(int n) {
  Random random(11);
  Sample sample;
  for (int i = 0; i < n; ++i) {
    const double root = random.below(1000) / 100.0;
    sample.reference.push_back(root * root);
    sample.candidate.push_back(root * root * (.89 + random.below(201) / 1000.0));
  }
  return sample;
}

void expect_near_drawn(const Sample& sample, PairedStatistic statistic) {
  const auto drawn =
      paired_bootstrap(sample.reference, sample.candidate, statistic, {.alpha = .05, .resamples = 10000, .seed = 1})
          .value();
  const auto analytic = analytic_bootstrap(sample.reference, sample.candidate, statistic, .05).value();
  const double half = (drawn.upper - drawn.lower) / 2;
  EXPECT_FALSE(drawn.analytic);
  EXPECT_NEAR(analytic.estimate, drawn.estimate, 1e-12);
  EXPECT_NEAR(analytic.lower, drawn.lower, .04 * half);  // what 10,000 drawings leave open
  EXPECT_NEAR(analytic.upper, drawn.upper, .04 * half);
  EXPECT_NEAR(analytic.acceleration, drawn.acceleration, 1e-3);
}

TEST(AnalyticBootstrap, agrees_with_drawing) {
  expect_near_drawn(skewed(100), PairedStatistic::kMeanDifference);
  expect_near_drawn(skewed(100), PairedStatistic::kRatioOfMeans);
}

TEST(AnalyticBootstrap, of_the_skewed_mean_is_near_the_drawn_limits) {
  const std::vector<double> y = {10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213};
  const std::vector<double> zeros(y.size());
  const auto bounds = analytic_bootstrap(zeros, y, PairedStatistic::kMeanDifference, .025).value();
  EXPECT_NEAR(bounds.acceleration, .0615288696, 5e-11);
  EXPECT_NEAR(bounds.lower, 32.2, 1);
  EXPECT_NEAR(bounds.upper, 91.4, 2);
}

TEST(AnalyticBootstrap, does_not_depend_on_the_unit) {
  const std::vector<double> y = {10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213};
  const std::vector<double> zeros(y.size());
  const double lower = analytic_bootstrap(zeros, y, PairedStatistic::kMeanDifference, .025)->lower;
  for (const double unit : {1e-200, 1e-110, 1e110, 1e300}) {
    std::vector<double> scaled = y;
    for (double& value : scaled) value *= unit;
    const auto bounds = analytic_bootstrap(zeros, scaled, PairedStatistic::kMeanDifference, .025).value();
    EXPECT_NEAR(bounds.acceleration, .0615288696, 5e-11) << unit;
    EXPECT_NEAR(bounds.lower / unit, lower, 1e-11) << unit;
  }
}

TEST(AnalyticBootstrap, takes_over_for_samples_too_large_to_draw) {
  const Sample sample = skewed(2000);
  const BootstrapOptions options{.alpha = .05, .resamples = kMostDraws / 1000, .seed = 1};
  const auto bounds =
      paired_bootstrap(sample.reference, sample.candidate, PairedStatistic::kRatioOfMeans, options).value();
  EXPECT_TRUE(bounds.analytic);
  EXPECT_LT(bounds.lower, bounds.estimate);
  EXPECT_LT(bounds.estimate, bounds.upper);
}

TEST(AnalyticBootstrap, refusals) {
  const std::vector<double> values = {1, 2, 3, 4};
  std::vector<double> shifted = values;
  std::vector<double> scaled = values;
  for (double& value : shifted) value += .1;
  for (double& value : scaled) value *= 1.1;
  const auto ratio = PairedStatistic::kRatioOfMeans;
  const auto difference = PairedStatistic::kMeanDifference;
  EXPECT_EQ(analytic_bootstrap(values, shifted, difference, .05).reason(), NoAnswer::kNoSpread);
  EXPECT_EQ(analytic_bootstrap(values, scaled, ratio, .05).reason(), NoAnswer::kNoSpread);
  EXPECT_EQ(analytic_bootstrap(std::vector<double>(4), values, ratio, .05).reason(), NoAnswer::kNotPositive);
  EXPECT_EQ(analytic_bootstrap({}, {}, ratio, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(analytic_bootstrap(values, {}, ratio, .05).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(analytic_bootstrap(values, std::vector<double>{1, 2, 3, std::nan("")}, ratio, .05).reason(),
            NoAnswer::kNotFinite);
}

}  // namespace
}  // namespace pilotage
