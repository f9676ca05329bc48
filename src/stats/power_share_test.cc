// SPDX-License-Identifier: Apache-2.0
#include "stats/power_share.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/distribution.h"
#include "stats/proportion.h"

namespace pilotage {
namespace {

double brute_force(const ShareDesign& d, int64_t n) {
  double power = 0;
  for (int64_t k = 0; k <= n; ++k) {
    if (clopper_pearson(k, n, d.alpha)->upper <= d.limit) power += binomial_pmf(k, n, d.share);
  }
  return power;
}

TEST(SharePower, equals_the_sum_over_every_count) {
  for (const int64_t n : {1, 29, 60, 200}) {
    const ShareDesign design{.limit = .1, .share = .03};
    EXPECT_NEAR(*at_most_power(design, n), brute_force(design, n), 1e-12) << n;
  }
}

TEST(SharePower, at_least_mirrors_at_most) {
  EXPECT_NEAR(*at_least_power({.limit = .9, .share = .97}, 100), *at_most_power({.limit = .1, .share = .03}, 100),
              1e-12);
}

TEST(ShareSampleSize, is_what_a_look_at_every_n_finds) {
  const ShareDesign design{.limit = .1, .share = .03};
  int64_t first = 0;
  int64_t lasting = 0;
  for (int64_t n = 1; n <= 300; ++n) {
    const bool enough = *at_most_power(design, n) >= .8;
    if (enough && first == 0) first = n;
    if (!enough) lasting = n + 1;
  }
  EXPECT_EQ(at_most_sample_size(design, .8)->first, first);
  EXPECT_EQ(at_most_sample_size(design, .8)->lasting, lasting);
}

TEST(ShareSampleSize, of_a_perfect_candidate_is_the_rule_of_59) {
  const auto size = at_most_sample_size({.limit = .05, .share = 0}, .8).value();
  EXPECT_EQ(size.first, 59);
  EXPECT_EQ(size.lasting, 59);
}

TEST(ShareSampleSize, refusals) {
  EXPECT_EQ(at_most_sample_size({.limit = .05, .share = .05}, .8).reason(), NoAnswer::kUnreachable);
  EXPECT_EQ(at_least_sample_size({.limit = .95, .share = .9}, .8).reason(), NoAnswer::kUnreachable);
  EXPECT_EQ(at_most_power({.limit = 0, .share = 0}, 10).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(at_most_power({.limit = .1, .share = .05}, 0).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(at_most_power({.limit = .1, .share = std::nan("")}, 5).reason(), NoAnswer::kBadArgument);
}

}  // namespace
}  // namespace pilotage
