// SPDX-License-Identifier: Apache-2.0
#include "stats/paired_ratio.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/alpha.h"
#include "stats/distribution.h"

namespace pilotage {
namespace {

constexpr double k95 = two_sided_alpha(0.95);

// The contingencytables package of R, for the data of Cavo and others (2012).
TEST(PairedRatio, o_b02_cavo_as_r_computes_it) {
  const auto bounds = paired_ratio_bounds({59, 6, 16, 80}, k95).value();
  EXPECT_NEAR(bounds.ratio, .8667, 5e-5);
  EXPECT_NEAR(bounds.lower, .7476, 5e-5);
  EXPECT_NEAR(bounds.upper, .9876, 5e-5);
}

TEST(PairedRatio, score_equals_the_formula_as_published) {
  for (const double ratio : {.01, .3, .9, .999, 1.0, 1.001, 1.7, 40.0}) {
    for (const int64_t c : {0, 1, 7}) {
      const PairedTable table{30, 5, c, 8};
      const auto n = double(table.n());
      const double first = n * (1 + ratio);
      const double linear = double(30 + c) * ratio * ratio - double(30 + 5 + 2 * c);
      const double constant = double(c) * (1 - ratio) * double(35 + c) / n;
      const double share = (std::sqrt(linear * linear - 4 * first * constant) - linear) / (2 * first);
      const double variance = first * share + double(35 + c) * (ratio - 1);
      const double expected = (35 - double(30 + c) * ratio) / std::sqrt(variance);
      EXPECT_NEAR(paired_ratio_score(table, ratio) / expected, 1, 1e-9) << ratio << " " << c;
    }
  }
}

TEST(PairedRatio, without_flips_is_evidence_only_down_to_a_margin) {
  const double z = 1.6448536269514722;
  for (const int64_t both : {1, 150, 1'000'000}) {
    const auto bounds = paired_ratio_bounds({both, 0, 0, 50}, .05).value();
    EXPECT_EQ(bounds.ratio, 1);
    EXPECT_NEAR(bounds.lower, double(both) / (double(both) + z * z), 1e-14);
    EXPECT_NEAR(bounds.upper, 1 + z * z / double(both), 1e-14);
  }
}

TEST(PairedRatio, one_flip_won_is_hardly_more_evidence_than_none) {
  const double none = paired_ratio_bounds({9, 0, 0, 1}, .05)->lower;
  const double won = paired_ratio_bounds({9, 1, 0, 0}, .05)->lower;
  const double lost = paired_ratio_bounds({9, 0, 1, 0}, .05)->lower;
  EXPECT_LT(won, .9);
  EXPECT_GT(won, none);
  EXPECT_LT(lost, none);
}

TEST(PairedRatio, limits_of_exchanged_sides_are_inverse) {
  const auto one = paired_ratio_bounds({30, 9, 2, 11}, k95).value();
  const auto other = paired_ratio_bounds({30, 2, 9, 11}, k95).value();
  EXPECT_NEAR(one.lower * other.upper, 1, 1e-15);
  EXPECT_NEAR(one.upper * other.lower, 1, 1e-15);
}

TEST(PairedRatio, does_not_depend_on_how_many_items_both_lack) {
  EXPECT_EQ(paired_ratio_bounds({30, 9, 2, 0}, k95)->lower, paired_ratio_bounds({30, 9, 2, 4000}, k95)->lower);
}

TEST(PairedRatio, of_a_candidate_that_never_holds) {
  const auto bounds = paired_ratio_bounds({0, 0, 12, 3}, .05).value();
  EXPECT_EQ(bounds.ratio, 0);
  EXPECT_EQ(bounds.lower, 0);
  EXPECT_NEAR(bounds.upper, 1.6448536269514722 * 1.6448536269514722 / 12, 1e-12);
}

// Summed over every table on the edge: the candidate's share is exactly (1 - margin) times the reference's.
double size_at_edge(int64_t n, double reference, double flips, double margin) {
  const double won = (flips - margin * reference) / 2;
  const double lost = (flips + margin * reference) / 2;
  const double both = reference - lost;
  double size = 0;
  for (int64_t b = 0; b <= n; ++b) {
    for (int64_t c = 0; b + c <= n; ++c) {
      for (int64_t a = 0; a + b + c <= n; ++a) {
        const PairedTable table{a, b, c, n - a - b - c};
        if (!(paired_ratio_score(table, 1 - margin) > 1.6448536269514722)) continue;
        size += binomial_pmf(b, n, won) * binomial_pmf(c, n - b, lost / (1 - won)) *
                binomial_pmf(a, n - b - c, both / (1 - flips));
      }
    }
  }
  return size;
}

TEST(PairedRatio, keeps_its_level_where_few_answers_flip) {
  EXPECT_NEAR(size_at_edge(30, .5, .2, .3), .04404077884895963, 1e-12);
  EXPECT_LT(size_at_edge(40, .75, .08, .05), .05);
}

TEST(PairedRatio, refusals) {
  EXPECT_EQ(paired_ratio_bounds({}, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(paired_ratio_bounds({0, 0, 0, 9}, .05).reason(), NoAnswer::kNotPositive);
  EXPECT_EQ(paired_ratio_bounds({0, 5, 0, 9}, .05).reason(), NoAnswer::kNotPositive);
  EXPECT_EQ(paired_ratio_bounds({9, -1, 0, 0}, .05).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(paired_ratio_bounds({9, 0, 0, 0}, std::nan("")).reason(), NoAnswer::kBadArgument);
  EXPECT_TRUE(std::isnan(paired_ratio_score({9, 0, 0, 0}, 0)));
}

}  // namespace
}  // namespace pilotage
