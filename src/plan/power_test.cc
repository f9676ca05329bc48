// SPDX-License-Identifier: Apache-2.0
// The figures are the oracles of docs/formulas.md, or what a second way of computing gives.
#include "plan/power.h"

#include <gtest/gtest.h>

#include "plan/example_plan.h"

namespace pilotage {
namespace {

using test::kExamplePlan;
using test::plan_of;
using test::with;

// The finding of the example's first criterion after a change.
PowerFinding recall(std::string_view piece, std::string_view other, int64_t items) {
  return check_power(plan_of(with(piece, other)), {{"search", items}})[0];
}

// That of its second criterion, replaced by these lines.
PowerFinding second(std::string_view lines, int64_t items) {
  const std::string_view old =
      "metric = \"latency.batch\"\nstatistic = \"p95\"\nrule = \"at_most\"\nlimit = \"250 ms\"\n";
  return check_power(plan_of(with(old, lines)), {{"search", items}})[1];
}

TEST(PlanPower, of_a_paired_share_is_the_exact_one) {
  const auto at = [](std::string_view flips) {
    return *recall("expected_flips = 0.03", "expected_flips = " + std::string(flips), 1850).power;
  };
  // Summed over every table of 1,850 items by a program of its own.
  EXPECT_NEAR(at("0.02"), 0.9018734396736554, 1e-10);
  EXPECT_NEAR(at("0.03"), 0.7861139612739672, 1e-10);
  EXPECT_NEAR(at("0.05"), 0.6010227232760503, 1e-10);
}

TEST(PlanPower, names_the_n_that_would_decide) {
  const auto finding = recall("expected_flips = 0.03", "expected_flips = 0.02", 1000);
  EXPECT_EQ(finding.readiness, Readiness::kUnderpowered);
  EXPECT_TRUE(finding.blocks());
  ASSERT_TRUE(finding.needed);
  EXPECT_NEAR(double(*finding.needed), 1358, 25);  // the saw's lasting n lies a little above its first
  EXPECT_TRUE(recall("expected_flips = 0.03", "expected_flips = 0.02", *finding.needed).readiness == Readiness::kReady);
  EXPECT_NE(finding.text.find(std::to_string(*finding.needed) + " are needed for 0.8"), std::string::npos)
      << finding.text;
}

TEST(PlanPower, an_accepted_reason_lets_an_underpowered_criterion_through) {
  const auto finding = recall("expected_flips = 0.03", "expected_flips = 0.05\naccept_underpowered = \"no more\"", 100);
  EXPECT_EQ(finding.readiness, Readiness::kUnderpowered);
  EXPECT_FALSE(finding.blocks());
  EXPECT_EQ(finding.accepted, "no more");
}

TEST(PlanPower, a_relative_margin_is_unknown_unless_nothing_could_help) {
  EXPECT_EQ(recall("0.01 abs", "0.05 rel", 1850).readiness, Readiness::kUnknown);
  const auto hopeless = recall("0.01 abs", "0.01 rel", 300);
  EXPECT_TRUE(hopeless.blocks());
  EXPECT_NE(hopeless.text.find("even if the reference were always right"), std::string::npos);
}

TEST(PlanPower, of_an_equivalent_share_is_a_lower_bound) {
  const double one_side = *recall("k = 10", "k = 10", 1850).power;
  const auto finding = recall("rule = \"non_inferior\"", "rule = \"equivalent\"", 1850);
  EXPECT_DOUBLE_EQ(*finding.power, 2 * one_side - 1);
  EXPECT_EQ(finding.text.find("power at least "), 0U);
  EXPECT_GE(*recall("rule = \"non_inferior\"", "rule = \"equivalent\"", *finding.needed).power, 0.8);
}

TEST(PlanPower, of_a_flip_rate_is_that_of_its_exact_limit) {
  const auto finding = second(
      "metric = \"flip_rate\"\nstatistic = \"share\"\nrule = \"at_most\"\nlimit = 0.05\n"
      "expected_flips = 0.03\n",
      1850);
  EXPECT_EQ(finding.readiness, Readiness::kReady);
  EXPECT_GT(*finding.power, 0.98);
  const auto hopeless = second(
      "metric = \"flip_rate\"\nstatistic = \"share\"\nrule = \"at_most\"\nlimit = 0.05\n"
      "expected_flips = 0.05\n",
      1850);
  EXPECT_TRUE(hopeless.blocks());
  EXPECT_FALSE(hopeless.needed);
  EXPECT_NE(hopeless.text.find("no sample of a practical size"), std::string::npos) << hopeless.text;
}

TEST(PlanPower, of_paired_means_needs_an_expected_sd) {
  const std::string rule =
      "metric = \"retrieval.reciprocal_rank\"\nrule = \"non_inferior\"\nmargin = \"0.5 abs\"\npower = 0.9\n";
  EXPECT_EQ(second(rule, 100).readiness, Readiness::kUnknown);
  EXPECT_FALSE(second(rule, 100).blocks());
  // power.t.test(delta = .5, sd = 2, power = .9, two-sided .05) in R gives n = 170.0511: one-sided .025.
  const auto finding = second(rule + "expected_sd = 2.0\nconfidence = 0.975\n", 100);
  EXPECT_EQ(*finding.needed, 171);
}

TEST(PlanPower, of_a_ratio_counts_runs) {
  const std::string rule = "metric = \"throughput.items\"\nrule = \"ratio_at_least\"\nlimit = 0.9\n";
  EXPECT_EQ(second(rule, 1).readiness, Readiness::kUnknown);
  const auto steady = second(rule + "expected_sd = 0.02\n", 1);
  EXPECT_EQ(steady.readiness, Readiness::kReady);
  EXPECT_EQ(steady.n, 5);
  EXPECT_EQ(steady.counted, "runs a platform");
  const auto restless = second(rule + "expected_sd = 0.2\n", 1);
  EXPECT_TRUE(restless.blocks());
  EXPECT_GT(*restless.needed, 5);
  EXPECT_EQ(second("metric = \"throughput.items\"\nrule = \"ratio_at_least\"\nlimit = 1.2\nexpected_sd = 0.02\n", 1)
                .readiness,
            Readiness::kUnknown);
}

// The judge takes no ratio from fewer than five runs, however little they vary.
TEST(PlanPower, fewer_than_five_runs_decide_no_ratio) {
  const auto of_runs = [](const std::string& runs) {
    const std::string rule = "rule = \"ratio_at_most\"\nlimit = 1.5\nexpected_sd = 0.01";
    const auto text = with("k = 10 }", "k = 10 }\ntimed_runs = " + runs,
                           with("statistic = \"p95\"\nrule = \"at_most\"\nlimit = \"250 ms\"", rule));
    return check_power(plan_of(text), {{"search", 10}})[1];
  };
  for (const char* runs : {"1", "2", "4"}) {
    EXPECT_TRUE(of_runs(runs).blocks()) << runs;
    EXPECT_EQ(*of_runs(runs).needed, 5) << runs;
  }
  EXPECT_EQ(of_runs("5").readiness, Readiness::kReady);
}

// Four items are too few for the bootstrap that must agree (2^-4 > 0.05), however little they vary.
TEST(PlanPower, fewer_than_five_items_decide_no_mean) {
  const std::string rule =
      "metric = \"retrieval.reciprocal_rank\"\nrule = \"non_inferior\"\nmargin = \"0.5 abs\"\nexpected_sd = 0.01\n";
  EXPECT_TRUE(second(rule, 4).blocks());
  EXPECT_EQ(*second(rule, 4).needed, 5);
  EXPECT_EQ(second(rule, 5).readiness, Readiness::kReady);
}

TEST(PlanPower, a_point_limit_has_none) {
  const auto findings = check_power(plan_of(kExamplePlan), {{"search", 1850}});
  EXPECT_EQ(findings[1].readiness, Readiness::kByThePoint);
  EXPECT_FALSE(findings[1].blocks());
}

TEST(PlanPower, of_no_items_is_none) {
  const auto finding = check_power(plan_of(kExamplePlan), {})[0];
  EXPECT_TRUE(finding.blocks());
  EXPECT_EQ(finding.n, 0);
}

TEST(PlanPower, multiplies_over_criteria) {
  PowerFinding nine_tenths;
  nine_tenths.power = 0.9;
  EXPECT_NEAR(*joint_power(std::vector<PowerFinding>(5, nine_tenths)), 0.59049, 1e-12);  // O-B28
  EXPECT_FALSE(joint_power({PowerFinding()}));
}

TEST(PlanPower, as_json_has_null_where_nothing_is_known) {
  const Json json = power_to_json(check_power(plan_of(kExamplePlan), {})[1]);
  EXPECT_TRUE(json.find("power")->is_null());
  EXPECT_TRUE(json.find("needed")->is_null());
  EXPECT_EQ(json.text_or("readiness"), "by the point");
}

}  // namespace
}  // namespace pilotage
