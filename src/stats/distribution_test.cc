// SPDX-License-Identifier: Apache-2.0
#include "stats/distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stats/alpha.h"
#include "stats/answer.h"
#include "stats/sample_size.h"

namespace pilotage {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Distribution, tails_keep_their_digits) {
  EXPECT_NEAR(normal_upper(10) / 7.619853024160526e-24, 1, 1e-13);
  EXPECT_NEAR(normal_quantile(.975), 1.959963984540054, 1e-15);
  EXPECT_NEAR(normal_quantile(1e-300), -37.0470962993612, 1e-12);
  EXPECT_NEAR(student_quantile(.95, 1), 6.313751514675043, 1e-12);
  EXPECT_NEAR(student_quantile(.95, 1e12), 1.6448536269514722, 1e-9);
  EXPECT_NEAR(chi_squared_1_upper(3.841458820694124), .05, 1e-15);
}

TEST(Distribution, binomial_sums_up_its_terms) {
  double sum = 0;
  for (int64_t k = 0; k <= 12; ++k) {
    sum += binomial_pmf(k, 12, .3);
    EXPECT_NEAR(binomial_cdf(k, 12, .3), sum, 1e-14);
    EXPECT_NEAR(binomial_upper(k, 12, .3), 1 - sum, 1e-14);
  }
}

TEST(Distribution, binomial_of_none_and_certain) {
  EXPECT_EQ(binomial_cdf(-1, 5, .5), 0);
  EXPECT_EQ(binomial_cdf(5, 5, .5), 1);
  EXPECT_EQ(binomial_cdf(0, 5, 0), 1);
  EXPECT_EQ(binomial_cdf(4, 5, 1), 0);
  EXPECT_EQ(binomial_upper(-1, 5, .5), 1);
  EXPECT_EQ(binomial_upper(0, 5, 0), 0);
  EXPECT_EQ(binomial_pmf(6, 5, .5), 0);
  EXPECT_EQ(binomial_pmf(0, 0, .5), 1);
}

TEST(Distribution, noncentral_t_around_zero_is_students) {
  for (const double t : {-3.0, -.5, 0.0, 2.0}) EXPECT_NEAR(noncentral_t_cdf(t, 7, 0), student_cdf(t, 7), 1e-13);
  EXPECT_NEAR(noncentral_t_cdf(0, 7, 1.5), normal_cdf(-1.5), 1e-13);
}

TEST(Distribution, outside_the_domain_is_nan_and_never_an_exception) {
  EXPECT_TRUE(std::isnan(normal_quantile(1.5)));
  EXPECT_TRUE(std::isnan(normal_quantile(kNaN)));
  EXPECT_TRUE(std::isnan(student_cdf(1, 0)));
  EXPECT_TRUE(std::isnan(student_quantile(.5, -1)));
  EXPECT_TRUE(std::isnan(noncentral_t_cdf(1, 5, HUGE_VAL)));
  EXPECT_TRUE(std::isnan(binomial_cdf(1, -1, .5)));
  EXPECT_TRUE(std::isnan(binomial_cdf(1, 5, 1.5)));
  EXPECT_TRUE(std::isnan(beta_quantile(.5, 0, 1)));
  EXPECT_TRUE(std::isnan(beta_upper_quantile(kNaN, 1, 1)));
  EXPECT_TRUE(std::isnan(chi_squared_1_upper(-1)));
  EXPECT_EQ(normal_quantile(0), -HUGE_VAL);
  EXPECT_EQ(normal_quantile(1), HUGE_VAL);
}

// Exact conditional McNemar test, 50 pairs of which 40 % are discordant, odds ratio 1/4, one-sided 5 %.
TEST(Distribution, o_b14_exact_mcnemar_power_from_its_binomials) {
  double power = 0;
  double size = 0;
  for (int64_t flips = 0; flips <= 50; ++flips) {
    const auto rejects = [&](int64_t k) { return binomial_upper(k - 1, flips, .5) <= .05; };
    const int64_t critical = first_true(-1, flips + 1, rejects);
    power += binomial_pmf(flips, 50, .4) * binomial_upper(critical - 1, flips, .8);
    size += binomial_pmf(flips, 50, .4) * binomial_upper(critical - 1, flips, .5);
  }
  EXPECT_NEAR(power, .839357, 5e-7);
  EXPECT_NEAR(size, .0325787, 5e-8);
}

TEST(Distribution, o_c03_queries_for_a_percentile) {
  const auto queries = [](double p) {
    const double z = normal_quantile(.995);
    const double error = (1 - p) / 20;
    return z * z * p * (1 - p) / (error * error);
  };
  EXPECT_NEAR(queries(.90), 23885.63, .005);
  EXPECT_NEAR(queries(.95), 50425.21, .005);
  EXPECT_NEAR(queries(.97), 85811.33, .005);
  EXPECT_NEAR(queries(.99), 262741.91, .005);
}

TEST(Alpha, one_sided_confidence_shows_the_two_sided_interval) {
  EXPECT_NEAR(one_sided_alpha(.95), .05, 1e-15);
  EXPECT_NEAR(two_sided_alpha(.95), .025, 1e-15);
  EXPECT_NEAR(two_sided_confidence(.05), .90, 1e-15);
  EXPECT_FALSE(is_alpha(kNaN));
}

TEST(NoAnswer, every_reason_has_words) {
  for (int reason = 0; reason <= static_cast<int>(NoAnswer::kBadArgument); ++reason) {
    EXPECT_NE(words(static_cast<NoAnswer>(reason)), "unknown") << reason;
  }
}

}  // namespace
}  // namespace pilotage
