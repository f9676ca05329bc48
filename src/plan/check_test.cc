// SPDX-License-Identifier: Apache-2.0
// What a plan is told whose values are fine one by one but do not fit each other.
#include "plan/check.h"

#include <gtest/gtest.h>

#include "plan/example_plan.h"

namespace pilotage {
namespace {

using test::and_then;
using test::mistakes_of;
using test::said_after;
using test::with;

std::string candidate(std::string_view name, std::string_view rest) {
  return "[platform." + std::string(name) + "]\nrole = \"candidate\"\ndevice = \"d\"\nprecision = \"p\"\n" +
         std::string(rest);
}

TEST(PlanCheck, there_is_exactly_one_reference) {
  EXPECT_EQ(said_after("\"reference\"", "\"candidate\""), "no platform has role \"reference\"; there is exactly one");
  EXPECT_EQ(mistakes_of(with("\"candidate\"", "\"reference\"")),
            "pilot.toml:1:1: no platform has role \"candidate\"\n"
            "pilot.toml:12:8: a second reference; \"old\" is one already and there is exactly one");
}

TEST(PlanCheck, an_empty_file_is_told_all_that_it_lacks) {
  EXPECT_EQ(mistakes_of(""),
            "pilot.toml:1:1: [pilot] needs the key \"name\"\n"
            "pilot.toml:1:1: no platform: [platform.NAME] is needed for the reference and for each candidate\n"
            "pilot.toml:1:1: no workload: [[workload]] is needed\n"
            "pilot.toml:1:1: no criterion: [[criterion]] is needed");
}

TEST(PlanCheck, the_reference_cannot_be_paper) {
  EXPECT_EQ(said_after("role = \"reference\"", "role = \"reference\"\npaper = true"),
            "the reference must run, it cannot be \"paper\"");
}

TEST(PlanCheck, a_platform_that_runs_has_device_and_precision) {
  EXPECT_EQ(said_after("precision = \"bf16\"", ""),
            "platform \"new\" needs the key \"precision\", unless it is \"paper\"");
  EXPECT_EQ(mistakes_of(with("precision = \"bf16\"", "paper = true")), "");
}

TEST(PlanCheck, ids_are_unique) {
  EXPECT_EQ(said_after("id = \"latency\"", "id = \"recall\""), "a second criterion with the id \"recall\"");
  EXPECT_EQ(mistakes_of(and_then("[[workload]]\nname=\"search\"\nkind=\"embed\"\nentry=\"a.py\"\ndata=\"a.jsonl\"\n")),
            "pilot.toml:43:6: a second workload named \"search\"");
}

TEST(PlanCheck, a_criterion_names_a_workload_of_the_plan) {
  EXPECT_EQ(said_after("workload = \"search\"", "workload = \"serach\""),
            "no workload \"serach\", did you mean \"search\"?");
  EXPECT_EQ(said_after("workload = \"search\"", ""),
            "[[criterion]] needs the key \"workload\": retrieval.recall_at_10 is one's");
}

TEST(PlanCheck, a_criterion_names_a_metric_that_the_plan_yields) {
  EXPECT_EQ(
      said_after("recall_at_10", "recall_at_5"),
      "the workload \"search\" yields no metric \"retrieval.recall_at_5\", did you mean \"retrieval.recall_at_10\"?");
  EXPECT_EQ(
      said_after("score =", "#"),
      "the workload \"search\" yields no metric \"retrieval.recall_at_10\"; known are: embedding.cosine, "
      "embedding.relative_l2, throughput.items, latency.batch, load.time, memory.peak_rss; it needs a \"score\" in "
      "the workload");
  EXPECT_EQ(mistakes_of(and_then(
                "[[criterion]]\nid=\"g\"\nmetric=\"gemm.bf16.flops\"\nrule=\"at_least\"\nlimit=\"1 GFLOP/s\"\n")),
            "pilot.toml:44:8: [basics] yields no metric \"gemm.bf16.flops\"");
}

TEST(PlanCheck, a_rule_takes_a_margin_or_a_limit) {
  EXPECT_EQ(said_after("margin = \"0.01 abs\"", ""), "the rule \"non_inferior\" needs the key \"margin\"");
  EXPECT_EQ(said_after("limit = \"250 ms\"", ""), "the rule \"at_most\" needs the key \"limit\"");
  EXPECT_EQ(said_after("margin = \"0.01 abs\"", "margin = \"0.01 abs\"\nlimit = 3"),
            "the rule \"non_inferior\" takes no \"limit\" but a \"margin\"");
}

TEST(PlanCheck, a_paired_rule_needs_scores_on_both_sides) {
  EXPECT_EQ(said_after("\"retrieval.recall_at_10\"\nstatistic = \"share\"", "\"embedding.cosine\""),
            "the rule \"non_inferior\" compares scores item by item; embedding.cosine has none; it can be asked of "
            "retrieval.recall_at_10, retrieval.reciprocal_rank");
}

TEST(PlanCheck, a_ratio_needs_a_value_on_each_side) {
  const auto ratio = [](std::string_view metric) {
    return said_after("\"latency.batch\"\nstatistic = \"p95\"\nrule = \"at_most\"\nlimit = \"250 ms\"",
                      "\"" + std::string(metric) + "\"\nrule = \"ratio_at_most\"\nlimit = 1.1");
  };
  EXPECT_EQ(ratio("latency.batch"), "");
  EXPECT_EQ(ratio("embedding.relative_l2"),
            "the rule \"ratio_at_most\" divides the candidate's value by the reference's; embedding.relative_l2 is one "
            "value between the two: use at_most or at_least");
  EXPECT_EQ(
      ratio("memory.peak_rss"),
      "the rule \"ratio_at_most\" needs several runs on each side; memory.peak_rss is measured once: use at_most or "
      "at_least");
  EXPECT_EQ(ratio("retrieval.reciprocal_rank"),
            "the rule \"ratio_at_most\" is for speeds and times; for retrieval.reciprocal_rank use non_inferior with a "
            "margin such as \"0.01 rel\"");
}

TEST(PlanCheck, a_limit_has_the_unit_of_its_metric) {
  EXPECT_EQ(said_after("\"250 ms\"", "0.25"), "\"limit\" must be in s or a multiple of it, this is in no unit");
  EXPECT_EQ(said_after("\"250 ms\"", "\"250 MB\""), "\"limit\" must be in s or a multiple of it, this is in B");
  EXPECT_EQ(said_after("\"0.01 abs\"", "\"5 ms abs\""), "\"margin\" must be a pure number, this is in s");
  EXPECT_EQ(said_after("rule = \"at_most\"\nlimit = \"250 ms\"", "rule = \"ratio_at_most\"\nlimit = \"1 s\""),
            "\"limit\" must be a pure number, this is in s");
  EXPECT_EQ(said_after("rule = \"at_most\"\nlimit = \"250 ms\"", "rule = \"ratio_at_most\"\nlimit = 0"),
            "a ratio is above 0");
  EXPECT_EQ(said_after("\"0.01 abs\"", "\"1 rel\""), "a relative margin is below 1");
}

TEST(PlanCheck, a_statistic_fits_the_values) {
  EXPECT_EQ(said_after("statistic = \"p95\"", "statistic = \"share\""),
            "\"share\" asks for values of 0 or 1; latency.batch has others: use mean");
  EXPECT_EQ(said_after("statistic = \"share\"", "statistic = \"median\""),
            "the values of retrieval.recall_at_10 are 0 or 1: the statistic is \"share\"");
  EXPECT_EQ(said_after("recall_at_10\"\nstatistic = \"share\"", "reciprocal_rank\"\nstatistic = \"p95\""),
            "the rule \"non_inferior\" is for means and shares");
}

TEST(PlanCheck, a_share_has_limits_that_can_be_passed_and_missed) {
  const auto flips = [](std::string_view limit) {
    return said_after("\"latency.batch\"\nstatistic = \"p95\"\nrule = \"at_most\"\nlimit = \"250 ms\"",
                      "\"flip_rate\"\nstatistic = \"share\"\nrule = \"at_most\"\nlimit = " + std::string(limit));
  };
  EXPECT_EQ(flips("0.05"), "");
  EXPECT_EQ(flips("\"5 %\""), "");
  EXPECT_EQ(flips("0"), "the limit of a share is above 0 and below 1");
  EXPECT_EQ(flips("1.0"), "the limit of a share is above 0 and below 1");
  EXPECT_EQ(said_after("\"0.01 abs\"", "\"1 abs\""), "the margin of a share is below 1");
}

TEST(PlanCheck, a_score_fits_its_workload) {
  const auto said = mistakes_of(with("kind = \"embed\"", "kind = \"classify\""));
  EXPECT_EQ(said, "pilot.toml:23:18: \"retrieval\" needs a workload of kind \"embed\"");
  EXPECT_EQ(said_after("text = \"text\"", "text = \"query\""),
            "\"text\" must be another output than \"query\": each would find itself");
}

TEST(PlanCheck, stop_conditions_and_overrides_name_what_is_there) {
  EXPECT_EQ(said_after("question =", "stop_on_failed = [\"recal\"]\nquestion ="),
            "\"stop_on_failed\" names no criterion of this plan: \"recal\", did you mean \"recall\"?");
  EXPECT_EQ(mistakes_of(and_then("[[override]]\nplatform=\"neu\"\nfinding=\"f\"\nreason=\"r\"\n")),
            "pilot.toml:43:10: no platform \"neu\", did you mean \"new\"?");
}

TEST(PlanCheck, a_budget_in_money_can_be_used_up) {
  EXPECT_EQ(
      mistakes_of(with("question =", "budget_money = 5.0\nquestion =")),
      "pilot.toml:3:16: \"budget_money\" needs \"currency\"\n"
      "pilot.toml:6:11: platform \"old\" needs \"price_per_hour\": without it \"budget_money\" could never be used up\n"
      "pilot.toml:12:11: platform \"new\" needs \"price_per_hour\": without it \"budget_money\" could never be used "
      "up");
}

TEST(PlanCheck, sizes_and_formats_of_matrix_products_need_each_other) {
  EXPECT_EQ(mistakes_of(and_then("[basics]\ngemm_sizes = [64]\n")),
            "pilot.toml:42:2: \"gemm_sizes\" and \"gemm_formats\" need each other");
}

// ---- one distributed job never mixes vendors ----

TEST(PlanVendors, a_platform_has_one_profile) {
  EXPECT_EQ(
      said_after("role = \"candidate\"\nprofile = \"cpu\"", "role = \"candidate\"\nprofile = [\"cuda\", \"neuron\"]"),
      "\"profile\" must be text, this is a list (one distributed job never mixes vendors: the collectives of one "
      "cannot speak with the other's)");
}

TEST(PlanVendors, a_job_does_not_span_hosts_of_another_profile) {
  const auto gpu = candidate("gpu", "profile = \"cuda\"\nlauncher = [\"ssh\", \"-p\", \"22\", \"me@gpu-01\"]\n");
  const auto job = [&](std::string_view launcher) {
    return mistakes_of(
        and_then(gpu + candidate("trn", "profile = \"neuron\"\nlauncher = " + std::string(launcher) + "\n")));
  };
  EXPECT_EQ(
      job("[\"ssh\", \"trn-01\", \"mpirun\", \"--host\", \"trn-01:8,gpu-01:8\"]"),
      "pilot.toml:53:12: one distributed job never mixes vendors: \"gpu-01\" is of profile \"cuda\", this platform of "
      "\"neuron\"; the collectives of one cannot speak with the other's. Make it a platform of its own");
  EXPECT_NE(job("[\"/usr/bin/srun\", \"--nodelist=trn-01,gpu-01\"]"), "");
  EXPECT_EQ(job("[\"mpirun\", \"--host\", \"trn-01:8,trn-02:8\"]"), "");
  EXPECT_EQ(job("[\"ssh\", \"gpu-01\"]"), "");  // one host with two kinds of devices, used one at a time
}

TEST(PlanVendors, hosts_in_options_are_of_the_same_profile) {
  const auto job = [](std::string_view hosts) {
    return mistakes_of(
        and_then(candidate("trn", "profile = \"neuron\"\noptions = { hosts = " + std::string(hosts) + " }\n")));
  };
  EXPECT_EQ(job("[{ host = \"a\", profile = \"neuron\" }, \"b\"]"), "");
  EXPECT_NE(job("[{ host = \"a\", profile = \"cuda\" }]").find("\"a\" is of profile \"cuda\""), std::string::npos);
  EXPECT_NE(job("[\"new\"]").find("\"new\" is of profile \"cpu\""), std::string::npos);
}

}  // namespace
}  // namespace pilotage
