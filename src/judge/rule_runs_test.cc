// SPDX-License-Identifier: Apache-2.0
// Ratios and differences over runs.
#include <gtest/gtest.h>

#include <cmath>

#include "judge/testing.h"

namespace pilotage {
namespace {

const std::vector<double> kOld = {100, 101, 99, 100.5, 99.5};

// One criterion on speed, of the first gate that opens by itself.
struct Timing : Pilot {
  explicit Timing(Criterion one) : Pilot({std::move(one)}) { seal(); }
};

Judgement throughput(Rule rule, double value, const std::vector<double>& candidate) {
  Timing pilot(ratio(kThroughput, rule, value));
  pilot.runs("old", kThroughput, "item/s", kOld);
  pilot.runs("new", kThroughput, "item/s", candidate);
  return pilot.judgement();
}

std::vector<double> faster(double times) {
  std::vector<double> values = {100.2, 99.1, 100.9, 99.8, 100.1};
  for (double& value : values) value *= times;
  return values;
}

TEST(Ratio, passes_where_the_interval_lies_beyond_the_limit) {
  const Judgement judgement = throughput(Rule::kRatioAtLeast, 1.5, faster(2));
  EXPECT_EQ(judgement.outcome, Outcome::kPass);
  EXPECT_NEAR(*judgement.value, 2, 0.02);
  EXPECT_NEAR(*judgement.candidate_value / *judgement.reference_value, *judgement.value, 1e-12);
  EXPECT_EQ(judgement.n, 10);
  EXPECT_EQ(judgement.unit, "1");
  EXPECT_EQ(judgement.details.find("candidate_runs")->array_if()->size(), 5u);
}

TEST(Ratio, fails_below_and_is_open_across_the_limit_and_names_the_runs) {
  EXPECT_EQ(throughput(Rule::kRatioAtLeast, 1.5, faster(1.2)).outcome, Outcome::kFail);
  const Judgement judgement = throughput(Rule::kRatioAtLeast, 1.498, faster(1.5));
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive);
  EXPECT_TRUE(holds(judgement.would_change, "runs on each side")) << judgement.would_change;
}

TEST(Ratio, of_one_names_no_runs_for_two_equal_sides) {
  const Judgement judgement = throughput(Rule::kRatioAtLeast, 1, faster(1.003));
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive);
  EXPECT_TRUE(judgement.details.find("needed_if_equal")->is_null());
  EXPECT_TRUE(holds(judgement.would_change, "if what was observed is the truth")) << judgement.would_change;
  EXPECT_FALSE(holds(judgement.would_change, "as good as the reference"));
}

TEST(Ratio, at_most_is_the_same_the_other_way_round) {
  EXPECT_EQ(throughput(Rule::kRatioAtMost, 1.5, faster(1.2)).outcome, Outcome::kPass);
  EXPECT_EQ(throughput(Rule::kRatioAtMost, 1.5, faster(2)).outcome, Outcome::kFail);
}

TEST(Ratio, of_fewer_than_five_runs_gives_no_number) {
  const Judgement judgement = throughput(Rule::kRatioAtLeast, 0.5, {100, 101, 102, 103});
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive);
  EXPECT_FALSE(judgement.value.has_value());
  EXPECT_TRUE(holds(judgement.would_change, "at least 5 runs on each side, 5 and 4 are there"))
      << judgement.would_change;
}

TEST(Ratio, without_any_spread_gives_no_number) {
  Timing pilot(ratio(kThroughput, Rule::kRatioAtLeast, 0.5));
  pilot.runs("old", kThroughput, "item/s", times(5, 100));
  pilot.runs("new", kThroughput, "item/s", times(5, 200));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive);
  EXPECT_FALSE(judgement.interval.has_value());
}

// Ten batches a run, the runs differing by a little; 1.0 is the reference's own speed.
void batches(Pilot& pilot, const std::string& name, double slower) {
  for (int run = 0; run < 5; ++run) {
    std::vector<double> values;
    for (int i = 0; i < 10; ++i) values.push_back(slower * (0.1 + 0.001 * i + 0.0003 * ((run * 7 + 3) % 5)));
    pilot.record(pilot.attempt(name, "timing", run), kLatency, "s", values);
  }
}

TEST(Runs, take_the_statistic_of_each_run_first) {
  Criterion one = ratio(kLatency, Rule::kRatioAtMost, 1.1);
  one.statistic = Statistic::kP90;
  Timing pilot(one);
  batches(pilot, "old", 1);
  batches(pilot, "new", 1.05);
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass) << judgement.reason;
  EXPECT_EQ(judgement.n, 10);
  EXPECT_NEAR(*judgement.details.find("reference_runs")->array_if()->at(0).number(), 0.1089, 1e-12);
}

TEST(Runs, judge_a_relative_margin_on_latency_in_its_direction) {
  const auto outcome = [](double slower) {
    Timing pilot(non_inferior(kLatency, 0.1, Scale::kRelative));
    batches(pilot, "old", 1);
    batches(pilot, "new", slower);
    return pilot.judgement().outcome;
  };
  EXPECT_EQ(outcome(0.5), Outcome::kPass);
  EXPECT_EQ(outcome(1.3), Outcome::kFail);
}

TEST(Runs, judge_an_absolute_margin_by_the_difference) {
  Criterion one = non_inferior(kLatency, 0.02);
  one.unit = "s";
  Timing pilot(one);
  batches(pilot, "old", 1);
  batches(pilot, "new", 1.1);
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass) << judgement.reason;
  EXPECT_LT(*judgement.value, 0);
  EXPECT_EQ(judgement.unit, "s");
}

}  // namespace
}  // namespace pilotage
