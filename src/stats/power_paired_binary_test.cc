// SPDX-License-Identifier: Apache-2.0
#include "stats/power_paired_binary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/distribution.h"
#include "stats/paired_binary.h"

namespace pilotage {
namespace {

// Every table of n items, with its probability, judged by the interval itself.
double brute_force(const PairedBinaryDesign& d, int64_t n) {
  double power = 0;
  for (int64_t c = 0; c <= n; ++c) {
    const double lost = (d.flips - d.difference) / 2;
    for (int64_t b = 0; b + c <= n; ++b) {
      const auto bounds = tango_bounds({n - b - c, b, c, 0}, d.alpha).value();
      const bool below = d.rule == PairedBinaryRule::kNonInferior || bounds.upper < d.margin;
      if (!below || !(bounds.lower > -d.margin)) continue;
      power += binomial_pmf(c, n, lost) * binomial_pmf(b, n - c, (d.flips - lost) / (1 - lost));
    }
  }
  return power;
}

TEST(TangoPower, equals_the_sum_over_every_table) {
  for (const int64_t n : {1, 2, 13, 40}) {
    for (const double difference : {0.0, .05, -.1}) {
      const PairedBinaryDesign design{.margin = .2, .flips = .15, .alpha = .05, .difference = difference};
      EXPECT_NEAR(*tango_power(design, n), brute_force(design, n), 1e-11) << n << " " << difference;
    }
  }
}

TEST(TangoPower, of_equivalence_equals_the_sum_over_every_table) {
  for (const int64_t n : {1, 13, 40}) {
    for (const double difference : {0.0, .1}) {
      const PairedBinaryDesign design{.margin = .25, .flips = .15, .alpha = .05, .difference = difference,
                                      .rule = PairedBinaryRule::kEquivalent};
      EXPECT_NEAR(*tango_power(design, n), brute_force(design, n), 1e-11) << n << " " << difference;
    }
  }
}

TEST(TangoPower, of_the_example_in_the_design) {
  EXPECT_NEAR(*tango_power({.margin = .01, .flips = .02}, 1850), .901873439673, 1e-10);
  EXPECT_NEAR(*tango_power({.margin = .01, .flips = .03}, 1850), .78, .01);
  EXPECT_NEAR(*tango_power({.margin = .01, .flips = .05}, 1850), .60, .005);
}

TEST(TangoPower, at_the_sample_size_of_the_normal_approximation) {
  EXPECT_NEAR(*tango_power({.margin = .02, .flips = .05}, 773), .777, 5e-4);
  EXPECT_NEAR(*tango_power({.margin = .03, .flips = .10}, 687), .792, 5e-4);
  EXPECT_NEAR(*tango_power({.margin = .05, .flips = .20}, 495), .795, 5e-4);
}

// Sizes at the edge of the margin: Tango keeps its level where the plain normal interval does not.
TEST(TangoPower, o_b20_to_o_b25_size_of_the_test) {
  EXPECT_NEAR(*tango_power({.margin = .03, .flips = .04, .alpha = .05, .difference = -.03}, 200), .044, 5e-4);
  EXPECT_NEAR(*tango_power({.margin = .02, .flips = .03, .alpha = .05, .difference = -.02}, 500), .043, 5e-4);
  EXPECT_NEAR(*tango_power({.margin = .03, .flips = .10, .alpha = .05, .difference = -.03}, 1000), .050, 5e-4);
  EXPECT_NEAR(*tango_power({.margin = .03, .flips = .03, .alpha = .05, .difference = -.03}, 200), .059, 5e-4);
  EXPECT_NEAR(*tango_power({.margin = .02, .flips = .02, .alpha = .05, .difference = -.02}, 773), .0545, 5e-4);
}

TEST(TangoPower, at_50_items_no_flip_at_all_cannot_show_5_points) {
  EXPECT_EQ(*tango_power({.margin = .05, .flips = 0}, 50), 0);
  EXPECT_EQ(*tango_power({.margin = .05, .flips = 0}, 52), 1);
}

TEST(TangoPower, of_extreme_designs_is_a_probability) {
  EXPECT_NEAR(*tango_power({.margin = .5, .flips = 1}, 100), binomial_upper(32, 100, .5), 1e-12);
  EXPECT_NEAR(*tango_power({.margin = .1, .flips = .2, .alpha = .05, .difference = .2}, 100), 1, 1e-12);
  EXPECT_NEAR(*tango_power({.margin = .1, .flips = .2, .alpha = .05, .difference = -.2}, 100), 0, 1e-3);
}

TEST(TangoPower, refuses_designs_that_mean_nothing) {
  EXPECT_EQ(tango_power({.margin = .01, .flips = .02}, 0).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(tango_power({.margin = 0, .flips = .02}, 10).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(tango_power({.margin = .01, .flips = std::nan("")}, 10).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(tango_power({.margin = .01, .flips = .01, .alpha = .05, .difference = .02}, 10).reason(),
            NoAnswer::kBadArgument);
}

TEST(TangoSampleSize, is_what_a_look_at_every_n_finds) {
  const PairedBinaryDesign design{.margin = .05, .flips = .05};
  int64_t first = 0;
  int64_t lasting = 0;
  for (int64_t n = 1; n <= 400; ++n) {
    const bool enough = *tango_power(design, n) >= .8;
    if (enough && first == 0) first = n;
    if (!enough) lasting = n + 1;
  }
  EXPECT_EQ(tango_sample_size(design, .8)->first, first);
  EXPECT_EQ(tango_sample_size(design, .8)->lasting, lasting);
}

TEST(TangoSampleSize, right_n_where_few_answers_flip) {
  const auto lasting = [](double margin, double flips) {
    return tango_sample_size({.margin = margin, .flips = flips}, .8)->lasting;
  };
  EXPECT_EQ(lasting(.02, .02), 401);
  EXPECT_EQ(lasting(.03, .02), 218);
  EXPECT_EQ(lasting(.05, .02), 101);
  EXPECT_EQ(lasting(.03, .05), 388);
  EXPECT_EQ(lasting(.05, .05), 158);
  EXPECT_EQ(lasting(.05, .10), 269);
}

TEST(TangoSampleSize, says_when_none_is_enough) {
  EXPECT_EQ(tango_sample_size({.margin = .01, .flips = .02, .alpha = .05, .difference = -.01}, .8).reason(),
            NoAnswer::kUnreachable);
  EXPECT_EQ(tango_sample_size({.margin = .01, .flips = .02, .alpha = .05, .difference = .01,
                               .rule = PairedBinaryRule::kEquivalent}, .8).reason(),
            NoAnswer::kUnreachable);
  EXPECT_EQ(tango_sample_size({.margin = 1e-6, .flips = .5}, .8).reason(), NoAnswer::kUnreachable);
  EXPECT_EQ(tango_sample_size({.margin = .01, .flips = .02}, 1).reason(), NoAnswer::kBadArgument);
}

TEST(ApproximateSampleSize, equals_the_table_of_the_normal_formula) {
  const auto of = [](double margin, double flips, double alpha, double power) {
    return approximate_sample_size({.margin = margin, .flips = flips, .alpha = alpha}, power).n();
  };
  EXPECT_EQ(of(.005, .02, .05, .8), 4947);
  EXPECT_EQ(of(.005, .20, .025, .9), 84060);
  EXPECT_EQ(of(.02, .05, .05, .8), 773);
  EXPECT_EQ(of(.03, .10, .025, .9), 1168);
}

}  // namespace
}  // namespace pilotage
