// SPDX-License-Identifier: Apache-2.0
#include "stats/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/alpha.h"
#include "stats/random.h"

namespace pilotage {
namespace {

const std::vector<double> kSkewed = {10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213};

Answer<BootstrapBounds> mean_of(const std::vector<double>& differences, const BootstrapOptions& options) {
  const std::vector<double> zeros(differences.size());
  return paired_bootstrap(zeros, differences, PairedStatistic::kMeanDifference, options);
}

TEST(Bootstrap, o_b26_skewed_mean) {
  const auto bounds = mean_of(kSkewed, {.alpha = two_sided_alpha(.95), .resamples = 10000, .seed = 1}).value();
  EXPECT_NEAR(bounds.estimate, 53.99375, 1e-12);
  EXPECT_NEAR(bounds.acceleration, .0615288696, 5e-11);
  EXPECT_NEAR(bounds.lower, 32.31, 32.31 * .015);
  EXPECT_NEAR(bounds.upper, 91.43, 91.43 * .015);
}

TEST(Bootstrap, acceleration_does_not_depend_on_the_unit) {
  for (const double unit : {1e-200, 1e-107, 1e110, 1e300}) {
    std::vector<double> scaled = kSkewed;
    for (double& value : scaled) value *= unit;
    const auto bounds = mean_of(scaled, {.alpha = .05, .resamples = 1000, .seed = 7}).value();
    EXPECT_NEAR(bounds.acceleration, .0615288696, 5e-11) << unit;
    EXPECT_NEAR(bounds.lower / unit, 34.197122057288, 1e-9) << unit;
  }
}

TEST(Bootstrap, the_same_seed_gives_the_same_limits) {
  const auto one = mean_of(kSkewed, {.alpha = .05, .resamples = 1000, .seed = 7}).value();
  const auto again = mean_of(kSkewed, {.alpha = .05, .resamples = 1000, .seed = 7}).value();
  const auto other = mean_of(kSkewed, {.alpha = .05, .resamples = 1000, .seed = 8}).value();
  EXPECT_EQ(one.lower, again.lower);
  EXPECT_NE(one.lower, other.lower);
}

// The same generator, drawing and formula written a second time in another language.
TEST(Bootstrap, equals_a_second_implementation_draw_by_draw) {
  const auto bounds = mean_of(kSkewed, {.alpha = .05, .resamples = 1000, .seed = 7}).value();
  EXPECT_NEAR(bounds.lower, 34.197122057288, 1e-9);
  EXPECT_NEAR(bounds.upper, 85.51728544070974, 1e-9);
  EXPECT_NEAR(bounds.bias, .06898695897232791, 1e-12);
}

TEST(Bootstrap, ratio_of_means_of_a_candidate_one_percent_worse) {
  Random random(3);
  std::vector<double> reference;
  std::vector<double> candidate;
  for (int i = 0; i < 100; ++i) {
    reference.push_back(1 + random.below(1000) / 1000.0);
    candidate.push_back(reference.back() * (.98 + random.below(21) / 1000.0));
  }
  const BootstrapOptions options{.alpha = .05, .resamples = 2000, .seed = 1};
  const auto bounds = paired_bootstrap(reference, candidate, PairedStatistic::kRatioOfMeans, options).value();
  EXPECT_NEAR(bounds.estimate, .99, .002);
  EXPECT_GT(bounds.lower, .985);
  EXPECT_LT(bounds.upper, .995);
}

TEST(Bootstrap, identical_sides_are_an_answer) {
  const auto ratio = paired_bootstrap(kSkewed, kSkewed, PairedStatistic::kRatioOfMeans, {}).value();
  EXPECT_TRUE(ratio.identical);
  EXPECT_EQ(ratio.lower, 1);
  EXPECT_EQ(ratio.upper, 1);
  EXPECT_EQ(paired_bootstrap(kSkewed, kSkewed, PairedStatistic::kMeanDifference, {})->lower, 0);
}

TEST(Bootstrap, a_constant_difference_or_factor_has_no_spread) {
  std::vector<double> shifted = kSkewed;
  std::vector<double> scaled = kSkewed;
  for (double& value : shifted) value += .1;
  for (double& value : scaled) value *= 1.1;
  EXPECT_EQ(paired_bootstrap(kSkewed, shifted, PairedStatistic::kMeanDifference, {}).reason(), NoAnswer::kNoSpread);
  EXPECT_EQ(paired_bootstrap(kSkewed, scaled, PairedStatistic::kRatioOfMeans, {}).reason(), NoAnswer::kNoSpread);
}

TEST(Bootstrap, ties_count_half) {
  std::vector<double> flips(200, 0);
  flips[3] = 1;
  flips[5] = -1;
  EXPECT_NEAR(mean_of(flips, {.alpha = .05, .resamples = 10000, .seed = 1})->bias, 0, .03);
}

TEST(Bootstrap, refusals) {
  EXPECT_EQ(mean_of({1, 2, 3, 4}, {}).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(mean_of({}, {}).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(mean_of(kSkewed, {.alpha = .05, .resamples = 999, .seed = 1}).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(mean_of({1, 2, 3, 4, 5, std::nan("")}, {}).reason(), NoAnswer::kNotFinite);
  EXPECT_EQ(mean_of(kSkewed, {.alpha = .6, .resamples = 2000, .seed = 1}).reason(), NoAnswer::kBadArgument);
  const std::vector<double> rare = {0, 0, 0, 0, 0, 0, 0, 1};
  const std::vector<double> ones(8, 1);
  const std::vector<double> negative(8, -1);
  EXPECT_EQ(paired_bootstrap(rare, ones, PairedStatistic::kRatioOfMeans, {}).reason(), NoAnswer::kNotPositive);
  EXPECT_EQ(paired_bootstrap(negative, ones, PairedStatistic::kRatioOfMeans, {}).reason(), NoAnswer::kNotPositive);
}

TEST(Bootstrap, a_drawing_beyond_the_range_of_double_is_refused) {
  const std::vector<double> reference = {.95, 1e300, 1e-17, 1e300, 0, 0};
  const std::vector<double> candidate = {1.7e308, .1, 1, 1, .99, 0};
  for (const auto statistic : {PairedStatistic::kRatioOfMeans, PairedStatistic::kMeanDifference}) {
    const auto answer = paired_bootstrap(reference, candidate, statistic, {.alpha = .05, .resamples = 1000, .seed = 7});
    EXPECT_FALSE(answer.ok() && !std::isfinite(answer->upper));
  }
}

TEST(Random, gives_the_published_sequence) {
  Random random(std::array<uint64_t, 4>{1, 2, 3, 4});
  EXPECT_EQ(random.next(), 11520U);
  EXPECT_EQ(random.next(), 0U);
  EXPECT_EQ(random.next(), 1509978240U);
  EXPECT_EQ(random.next(), 1215971899390074240U);
}

TEST(Random, a_seed_is_spread_over_the_state) {
  Random random(0);
  EXPECT_EQ(random.next(), 11091344671253066420U);
  EXPECT_EQ(random.next(), 13793997310169335082U);
}

TEST(Random, bounded_numbers_are_even_and_within) {
  Random random(1);
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts.at(random.below(7));
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
  EXPECT_EQ(random.below(1), 0U);
}

}  // namespace
}  // namespace pilotage
