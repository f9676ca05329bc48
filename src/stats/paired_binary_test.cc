// SPDX-License-Identifier: Apache-2.0
#include "stats/paired_binary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/alpha.h"

namespace pilotage {
namespace {

constexpr double k95 = two_sided_alpha(0.95);
constexpr double k90 = two_sided_alpha(0.90);

void expect_bounds(const Answer<PairedShareBounds>& answer, double lower, double upper, double tolerance) {
  ASSERT_TRUE(answer.ok());
  EXPECT_NEAR(answer->lower, lower, tolerance);
  EXPECT_NEAR(answer->upper, upper, tolerance);
}

TEST(Tango, o_b01_bentur) {
  const PairedTable table{1, 1, 7, 12};
  expect_bounds(tango_bounds(table, k95), -.517232, -.026003, 6e-7);
  EXPECT_NEAR(tango_bounds(table, k95)->difference, -.285714, 5e-7);
  EXPECT_EQ(tango_bounds(table, k95).n(), 21);
}

TEST(Tango, o_b02_cavo) { expect_bounds(tango_bounds({59, 6, 16, 80}, k95), -.1240, -.0054, 5e-5); }

TEST(Tango, o_b03_and_o_b04_and_o_b05) {
  expect_bounds(tango_bounds({4, 9, 3, 16}, k95), -.0270905, .3896975, 5e-8);
  expect_bounds(tango_bounds({43, 0, 1, 0}, k90), -.0956624, .0365169, 5e-8);
  expect_bounds(tango_bounds({53, 16, 8, 9}, k95), -.0196589, .2069108, 5e-8);
}

TEST(Tango, o_b06_and_the_limits_do_not_depend_on_how_the_rest_is_split) {
  expect_bounds(tango_bounds({100, 40, 20, 0}, k95), .0308645, .2180642, 5e-8);
  expect_bounds(tango_bounds({0, 40, 20, 100}, k95), .0308645, .2180642, 5e-8);
}

TEST(Tango, o_b07_every_item_flips_one_way) {
  expect_bounds(tango_bounds({0, 3, 0, 0}, k95), -.1230, 1, 5e-5);
  expect_bounds(tango_bounds({0, 0, 3, 0}, k95), -1, .1230, 5e-5);
}

TEST(Tango, o_b09_no_flips_is_evidence_only_down_to_a_margin) {
  expect_bounds(tango_bounds({150, 0, 0, 50}, k90), -.0133472, .0133472, 5e-8);
  expect_bounds(tango_bounds({200, 0, 0, 0}, k95), -.0188453, .0188453, 5e-8);
  expect_bounds(tango_bounds({0, 0, 0, 300}, k90), -.0089379, .0089379, 5e-8);
}

TEST(Tango, o_b10_non_inferiority) {
  const PairedTable table{700, 18, 30, 252};
  expect_bounds(tango_bounds(table, k90), -.0239257, -.0006209, 5e-8);
  expect_bounds(tango_bounds(table, k95), -.0263976, .0016407, 5e-8);
  expect_bounds(newcombe_bounds(table, k90), -.0235676, -.0004777, 5e-8);
  const auto at = [&](double margin) { return tango_non_inferiority(table, margin).value(); };
  EXPECT_NEAR(at(.02).z, 1.124635, 5e-7);
  EXPECT_NEAR(at(.02).p, .130372, 5e-7);
  EXPECT_NEAR(at(.025).z, 1.783001, 5e-7);
  EXPECT_NEAR(at(.025).p, .037293, 5e-7);
  EXPECT_NEAR(at(.03).z, 2.401799, 5e-7);
  EXPECT_NEAR(at(.03).p, .008157, 5e-7);
}

TEST(Tango, score_equals_the_formula_as_published) {
  for (const double difference : {-.9, -.2, -.01, 0.0, .003, .4, .99}) {
    for (const double c : {0.0, 1.0, 7.0}) {
      const double b = 5;
      const double n = 20;
      const double linear = -b - c + (2 * n - b + c) * difference;
      const double constant = -c * difference * (1 - difference);
      const double share = (std::sqrt(linear * linear - 8 * n * constant) - linear) / (4 * n);
      const double variance = n * (2 * share + difference * (1 - difference));
      EXPECT_NEAR(tango_score(b, c, n, difference), (b - c - n * difference) / std::sqrt(variance), 1e-9);
    }
  }
}

TEST(Tango, limits_of_exchanged_sides_mirror) {
  const auto one = tango_bounds({30, 9, 2, 11}, k95).value();
  const auto other = tango_bounds({30, 2, 9, 11}, k95).value();
  EXPECT_EQ(one.lower, -other.upper);
  EXPECT_EQ(one.upper, -other.lower);
}

TEST(Tango, limit_and_p_value_decide_alike) {
  for (int64_t c = 0; c < 12; ++c) {
    const PairedTable table{100, 4, c, 50};
    const bool above = tango_bounds(table, .05)->lower > -.03;
    EXPECT_EQ(above, tango_non_inferiority(table, .03)->p < .05) << c;
  }
}

TEST(Tango, holds_for_a_million_and_more_items) {
  for (const int64_t n : {1'000'000LL, 1'000'000'000'000LL}) {
    const double z = 1.6448536269514722;
    expect_bounds(tango_bounds({n, 0, 0, 0}, .05), -z * z / (double(n) + z * z), z * z / (double(n) + z * z), 1e-18);
  }
  // With many flips the limits become the normal ones.
  const auto large = tango_bounds({900'000, 50'000, 50'000, 0}, .05).value();
  EXPECT_NEAR(large.upper, 1.6448536 * std::sqrt(.1 / 1e6), 1e-8);
}

TEST(Tango, one_item_gives_wide_limits_and_none_gives_no_answer) {
  const auto one = tango_bounds({1, 0, 0, 0}, .05);
  ASSERT_TRUE(one.ok());
  EXPECT_LT(one->lower, -.7);
  EXPECT_EQ(tango_bounds({}, .05).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(tango_bounds({5, -1, 0, 0}, .05).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(tango_bounds({5, 0, 0, 0}, .5).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(tango_bounds({5, 0, 0, 0}, std::nan("")).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(tango_non_inferiority({5, 0, 0, 0}, 1).reason(), NoAnswer::kBadArgument);
  EXPECT_EQ(tango_non_inferiority({}, .1).reason(), NoAnswer::kTooFew);
}

TEST(Newcombe, o_b01_and_o_b02) {
  expect_bounds(newcombe_bounds({1, 1, 7, 12}, k95), -.506920, -.025559, 6e-7);
  expect_bounds(newcombe_bounds({59, 6, 16, 80}, k95), -.1186, -.0046, 5e-5);
}

TEST(Newcombe, o_b08_two_items) { expect_bounds(newcombe_bounds({1, 0, 0, 1}, k95), -.5734, .5734, 5e-5); }

TEST(Newcombe, refuses_an_empty_table) {
  EXPECT_EQ(newcombe_bounds({}, k95).reason(), NoAnswer::kTooFew);
  EXPECT_EQ(newcombe_bounds({1, 0, 0, 0}, 0).reason(), NoAnswer::kBadArgument);
}

TEST(McNemar, o_b01_and_o_b02) {
  const auto bentur = mcnemar({1, 1, 7, 12}).value();
  EXPECT_NEAR(*bentur.chi_squared, 4.5, 1e-12);
  EXPECT_NEAR(bentur.p, .033895, 5e-7);
  EXPECT_NEAR(bentur.corrected_p, .0771, 5e-5);
  EXPECT_NEAR(bentur.exact_p, .0703125, 1e-9);
  EXPECT_NEAR(bentur.mid_p, .0390625, 1e-9);
  const auto cavo = mcnemar({59, 6, 16, 80}).value();
  EXPECT_NEAR(std::sqrt(*cavo.chi_squared), 2.132, 5e-4);
  EXPECT_NEAR(cavo.p, .033006, 5e-7);
  EXPECT_NEAR(std::sqrt(*cavo.corrected_chi_squared), 1.919, 5e-4);
  EXPECT_NEAR(cavo.corrected_p, .055009, 5e-7);
  EXPECT_NEAR(cavo.exact_p, .052479, 5e-7);
  EXPECT_NEAR(cavo.mid_p, .034690, 5e-7);
}

TEST(McNemar, o_b11_exact_and_chi_squared) {
  const auto of = [](int64_t b, int64_t c) { return mcnemar({10, b, c, 10}).value(); };
  EXPECT_NEAR(of(121, 59).exact_p, 4e-6, 5e-7);
  EXPECT_NEAR(of(70, 59).exact_p, .378688, 5e-7);
  EXPECT_NEAR(of(80, 59).exact_p, .089452, 5e-7);
  EXPECT_NEAR(of(30, 60).exact_p, .002060, 5e-7);
  EXPECT_NEAR(of(10, 30).exact_p, .002221, 5e-7);
  EXPECT_EQ(of(10, 10).exact_p, 1);
  EXPECT_NEAR(*of(121, 59).corrected_chi_squared, 20.67222, 5e-6);
  EXPECT_NEAR(of(121, 59).corrected_p, 5.450095e-6, 5e-12);
  EXPECT_NEAR(*of(70, 59).corrected_chi_squared, .7751938, 5e-8);
  EXPECT_NEAR(of(70, 59).corrected_p, .3786151, 5e-8);
  EXPECT_NEAR(*of(121, 59).chi_squared, 21.35556, 5e-6);
  EXPECT_NEAR(of(121, 59).p, 3.815136e-6, 5e-12);
  EXPECT_NEAR(*of(70, 59).chi_squared, .9379845, 5e-8);
  EXPECT_NEAR(of(70, 59).p, .3327967, 5e-8);
  EXPECT_NEAR(*of(80, 59).chi_squared, 3.17266187, 5e-9);
  EXPECT_NEAR(of(80, 59).p, .07488031, 5e-9);
}

TEST(McNemar, o_b12_as_r_computes_it) {
  const auto result = mcnemar({794, 86, 150, 570}).value();
  EXPECT_NEAR(*result.corrected_chi_squared, 16.817797, 5e-7);
  EXPECT_NEAR(result.corrected_p, 4.114562e-5, 5e-12);
}

TEST(McNemar, without_flips_has_no_statistic_and_shows_nothing) {
  const auto result = mcnemar({7, 0, 0, 3}).value();
  EXPECT_FALSE(result.chi_squared.has_value());
  EXPECT_EQ(result.p, 1);
  EXPECT_EQ(result.exact_p, 1);
  EXPECT_EQ(result.mid_p, 1);
  EXPECT_EQ(mcnemar({}).reason(), NoAnswer::kTooFew);
}

TEST(McNemar, one_flip_each_way_or_one_in_all_shows_nothing) {
  EXPECT_EQ(mcnemar({0, 1, 1, 0})->corrected_p, 1);
  EXPECT_EQ(mcnemar({0, 1, 0, 0})->corrected_p, 1);
  EXPECT_NEAR(mcnemar({0, 1, 0, 0})->mid_p, .5, 1e-12);
}

}  // namespace
}  // namespace pilotage
