// SPDX-License-Identifier: Apache-2.0
// Evidence that may not count: every code once, each in a pilot that passes without the flaw.
#include <gtest/gtest.h>

#include <limits>

#include "judge/testing.h"

namespace pilotage {
namespace {

using Words = std::vector<std::string>;

Criterion speed() { return ratio(kThroughput, Rule::kRatioAtLeast, 0.5); }
const std::vector<double> kOld = {100, 101, 99, 100.5, 99.5};
const std::vector<double> kNew = {120, 121, 119, 120.7, 119.4};

// Both sides timed, all in order.
void time_both(Pilot& pilot) {
  pilot.runs("old", kThroughput, "item/s", kOld);
  pilot.runs("new", kThroughput, "item/s", kNew);
}

TEST(Refusal, none_where_all_is_in_order) {
  Pilot pilot({speed()});
  time_both(pilot.seal());
  EXPECT_EQ(pilot.judgement().outcome, Outcome::kPass);
}

TEST(Refusal, missing_says_which_side_and_why) {
  Pilot pilot({speed()});
  pilot.seal().runs("old", kThroughput, "item/s", kOld);
  const Sequence attempt = pilot.begin(pilot.attempt("new", "timing"));
  expect(pilot.store.fail_attempt(attempt, 1, Json::object().set("code", "crashed").set("message", "signal 11")));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(codes(judgement.refusals), Words{"missing"});
  EXPECT_TRUE(holds(judgement.reason, "on new: its last attempt failed: crashed: signal 11")) << judgement.reason;
  EXPECT_TRUE(holds(judgement.would_change, "pilotage run"));
  EXPECT_FALSE(judgement.value.has_value());
}

TEST(Refusal, missing_repeats_why_a_case_was_not_run) {
  Pilot pilot({speed()});
  pilot.seal();
  const Json body =
      Json::object().set("platform", "new").set("workload", "search").set("reason", "the budget is spent");
  expect(pilot.store.note(0, RecordKind::kNotRun, body));
  EXPECT_TRUE(holds(pilot.judgement().reason, "not run: the budget is spent"));
}

TEST(Refusal, missing_between_the_sides_blames_the_reference_where_it_failed) {
  Pilot pilot({limit("flip_rate", Statistic::kShare, Rule::kAtMost, 0.5)});
  pilot.seal().scores("new", kRecall, {1, 0});
  const Sequence attempt = pilot.begin(pilot.attempt("old", "outputs"));
  expect(pilot.store.fail_attempt(attempt, 1, Json::object().set("code", "time_limit").set("message", "3600 s")));
  EXPECT_TRUE(holds(pilot.judgement().reason, "on the reference old: its last attempt failed: time_limit"));
}

TEST(Refusal, missing_for_an_attempt_that_was_broken_off) {
  Pilot pilot({speed()});
  pilot.seal().runs("old", kThroughput, "item/s", kOld);
  const Sequence attempt = pilot.begin(pilot.attempt("new", "timing"));
  expect(pilot.store.add(attempt, {kThroughput, "item/s", "", 0, 120}));
  EXPECT_TRUE(holds(pilot.judgement().reason, "broken off"));
}

TEST(Refusal, missing_for_fewer_timed_runs_than_were_sealed) {
  Pilot pilot({speed()});
  pilot.plan.workloads[0].timed_runs = 6;
  time_both(pilot.seal());
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(codes(judgement.refusals), (Words{"missing", "missing"}));
  EXPECT_TRUE(holds(judgement.reason, "5 of 6 timed runs")) << judgement.reason;
}

TEST(Refusal, missing_for_fewer_items_than_were_sealed) {
  Pilot pilot({limit("flip_rate", Statistic::kShare, Rule::kAtMost, 0.5)});
  pilot.items = 50;
  pilot.seal();
  Attempt one = pilot.attempt("new", "outputs");
  one.against = "old";
  pilot.record(one, "flip_rate", "1", times(49, 0));
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"missing"});
}

TEST(Refusal, impossible_zero) {
  Pilot pilot({speed()});
  pilot.seal().runs("old", kThroughput, "item/s", kOld);
  pilot.runs("new", kThroughput, "item/s", {120, 0, 119, 120.7, 119.4});
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"impossible_zero"});
}

TEST(Refusal, stale_by_environment_lock) {
  Pilot pilot({speed()});
  time_both(pilot.seal());
  Attempt later = pilot.attempt("new", "scores");
  later.environment_lock = sha256_hex("another driver");
  pilot.record(later, kRecall, "1", {1, 0});
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(codes(judgement.refusals).front(), "stale");
  EXPECT_TRUE(holds(judgement.reason, "environment lock"));
}

TEST(Refusal, stale_where_a_newer_look_found_another_environment) {
  Pilot pilot({speed()});
  time_both(pilot.seal());
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{});
  for (const char* probe : {"host", "torch.env"}) {
    Attempt look = pilot.attempt("new", "look");
    look.stage = "device";
    look.probe = probe;
    look.environment_lock.clear();
    const Sequence sequence = pilot.begin(look);
    expect(pilot.store.note(sequence, RecordKind::kHello, Json::object().set("found", "another driver")));
    pilot.end(sequence);
  }
  EXPECT_EQ(codes(pilot.judgement().refusals).front(), "stale");
}

TEST(Refusal, stale_by_entry) {
  Pilot pilot({speed()});
  time_both(pilot.seal());
  Attempt later = pilot.attempt("new", "scores");
  later.own.set("entry", sha256_hex("edited entry"));
  pilot.record(later, kRecall, "1", {1, 0});
  EXPECT_EQ(codes(pilot.judgement().refusals).front(), "stale");
}

TEST(Refusal, stale_by_data) {
  Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
  pilot.seal();
  Attempt one = pilot.attempt("new", "scores");
  one.against = "old";
  one.shared.set("data", sha256_hex("other data"));
  pilot.record(one, "embedding.cosine", "1", {0.9});
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"stale"});
}

TEST(Refusal, stale_where_it_was_derived_from_outputs_that_no_longer_count) {
  Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
  pilot.seal();
  Attempt source = pilot.attempt("old", "outputs");
  source.environment_lock = sha256_hex("old lock");
  const Sequence outputs = pilot.begin(source);
  put_artifact(pilot.store, outputs, "rows");
  pilot.end(outputs);
  Attempt pair = pilot.attempt("new", "outputs");
  pair.against = "old";
  pair.origin = {sha256_hex("rows")};
  pilot.record(pair, "embedding.cosine", "1", {0.9});
  EXPECT_EQ(pilot.judgement().outcome, Outcome::kPass);
  pilot.record(pilot.attempt("old", "scores"), kRecall, "1", {1, 0});  // the reference as it is now
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"stale"});
}

TEST(Refusal, not_of_an_environment_that_came_back) {
  Pilot pilot({speed()});
  pilot.seal().runs("old", kThroughput, "item/s", kOld);
  pilot.runs("new", kThroughput, "item/s", kNew);
  for (int run = 0; run < 5; ++run) {
    Attempt detour = pilot.attempt("new", "timing", run);
    detour.environment_lock = sha256_hex("detour");
    detour.key = sha256_hex("detour" + std::to_string(run));
    pilot.record(detour, kThroughput, "item/s", {30.0 + run}, /*named=*/false);
  }
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{});  // the detour is the latest: its numbers count
  EXPECT_LT(*pilot.judgement().value, 0.4);
  pilot.record(pilot.attempt("new", "scores"), kRecall, "1", {1, 0});  // back again
  EXPECT_GT(*pilot.judgement().value, 1);
}

TEST(Refusal, duplicated_number_in_one_attempt) {
  Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
  pilot.seal();
  Attempt one = pilot.attempt("new", "scores");
  one.against = "old";
  const Sequence attempt = pilot.begin(one);
  for (const double value : {0.9, 0.95}) expect(pilot.store.add(attempt, {"embedding.cosine", "1", "q0", 0, value}));
  pilot.end(attempt);
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"duplicated"});
}

TEST(Refusal, duplicated_case) {
  Pilot pilot({speed()});
  time_both(pilot.seal());
  pilot.record(pilot.attempt("new", "timing", 3), kThroughput, "item/s", {500}, /*named=*/false);
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"duplicated"});
}

TEST(Refusal, implausible_outside_what_the_metric_can_be) {
  Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
  pilot.seal().pair("embedding.cosine", {0.9, 1.00001});
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"implausible"});
}

TEST(Refusal, none_for_a_cosine_that_rounding_carried_over_one) {
  Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
  pilot.seal().pair("embedding.cosine", {0.9, 1.0000004});
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{});
}

TEST(Refusal, identical_series_of_two_platforms) {
  Pilot pilot({speed()});
  pilot.seal().runs("old", kThroughput, "item/s", kOld);
  pilot.runs("new", kThroughput, "item/s", kOld);
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"identical_series"});
}

TEST(Refusal, identical_series_of_one_run_among_others) {
  Pilot pilot({ratio(kLatency, Rule::kRatioAtMost, 2)});
  pilot.seal();
  for (int run = 0; run < 5; ++run) {
    std::vector<double> values;
    for (int i = 0; i < 6; ++i) values.push_back(0.1 + 0.001 * i + 0.01 * run);
    pilot.record(pilot.attempt("old", "timing", run), kLatency, "s", values);
    if (run != 2) values[0] += 0.01;
    pilot.record(pilot.attempt("new", "timing", run), kLatency, "s", values);
  }
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"identical_series"});
}

TEST(Refusal, other_conditions_between_the_sides) {
  Pilot pilot({non_inferior(kRecall, 0.5)});
  pilot.seal().scores("old", kRecall, times(20, 1) + times(20, 0));
  Attempt one = pilot.attempt("new", "scores");
  one.shared.set("batch", 64);
  pilot.record(one, kRecall, "1", times(20, 1) + times(20, 0));
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"other_conditions"});
}

TEST(Refusal, other_conditions_behind_a_pair) {
  Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
  pilot.seal();
  Attempt source = pilot.attempt("old", "outputs");
  source.shared.set("batch", 64);
  const Sequence outputs = pilot.begin(source);
  put_artifact(pilot.store, outputs, "rows");
  pilot.end(outputs);
  Attempt pair = pilot.attempt("new", "outputs");
  pair.against = "old";
  pair.origin = {sha256_hex("rows")};
  pilot.record(pair, "embedding.cosine", "1", {0.9});
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"other_conditions"});
}

TEST(Refusal, other_conditions_than_the_plan_declares) {
  for (const char* key : {"device", "precision"}) {
    Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
    pilot.seal();
    Attempt one = pilot.attempt("new", "scores");
    one.against = "old";
    one.own.set(key, "other");
    pilot.record(one, "embedding.cosine", "1", {0.9});
    EXPECT_EQ(codes(pilot.judgement().refusals), Words{"other_conditions"}) << key;
  }
}

TEST(Refusal, other_conditions_for_another_number_of_threads) {
  Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
  pilot.plan.platforms[1].threads = 2;
  pilot.seal();
  Attempt one = pilot.attempt("new", "scores");
  one.against = "old";
  one.own.set("threads", 1);
  pilot.record(one, "embedding.cosine", "1", {0.9});
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"other_conditions"});
}

TEST(Refusal, before_seal_without_one) {
  Pilot pilot({speed()});
  time_both(pilot);
  const Verdict verdict = pilot.verdict();
  EXPECT_EQ(codes(verdict.integrity), Words{"before_seal"});
  EXPECT_EQ(verdict.seal, "");
  EXPECT_EQ(codes(verdict.candidates[0].judgements[0].refusals).front(), "before_seal");
  EXPECT_EQ(exit_code_of(verdict), 4);
}

TEST(Refusal, before_seal_for_what_an_older_seal_covered) {
  Pilot pilot({speed()});
  time_both(pilot.seal());
  EXPECT_EQ(pilot.judgement().outcome, Outcome::kPass);
  pilot.plan.criteria[0].limit = 0.4;
  pilot.seal();
  EXPECT_EQ(codes(pilot.judgement().refusals).front(), "before_seal");
}

TEST(Refusal, before_seal_where_the_record_is_older_than_the_seal_that_it_names) {
  Pilot pilot({speed()});
  time_both(pilot.seal());
  pilot.seal();  // the same plan and data, sealed once more: the same digest, a later record
  EXPECT_EQ(codes(pilot.judgement().refusals).front(), "before_seal");
}

TEST(Refusal, before_seal_for_a_plan_that_was_edited_after_the_results) {
  Pilot pilot({speed()});
  time_both(pilot.seal());
  pilot.plan.criteria[0].limit = 0.1;
  const Verdict verdict = pilot.verdict();
  EXPECT_EQ(codes(verdict.integrity), Words{"before_seal"});
  EXPECT_EQ(verdict.candidates[0].decision, Decision::kInsufficientEvidence);
}

TEST(Refusal, of_a_stage_is_repeated_under_its_own_code) {
  for (const char* code : {"empty", "constant", "not_finite", "implausible"}) {
    Pilot pilot({non_inferior(kRecall, 0.5)});
    pilot.seal().scores("old", kRecall, times(20, 1) + times(20, 0));
    const Sequence attempt = pilot.begin(pilot.attempt("new", "scores"));
    expect(pilot.store.note(attempt, RecordKind::kRefusal, Json::object().set("code", code).set("text", "all rows")));
    pilot.end(attempt);
    EXPECT_EQ(codes(pilot.judgement().refusals), Words{code});
  }
}

TEST(Refusal, of_a_stage_counts_against_numbers_derived_from_what_it_refused) {
  Pilot pilot({limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.5)});
  pilot.seal();
  const Sequence outputs = pilot.begin(pilot.attempt("new", "outputs"));
  put_artifact(pilot.store, outputs, "rows");
  expect(
      pilot.store.note(outputs, RecordKind::kRefusal, Json::object().set("code", "constant").set("text", "all rows")));
  pilot.end(outputs);
  Attempt pair = pilot.attempt("new", "outputs");
  pair.against = "old";
  pair.origin = {sha256_hex("rows")};
  pilot.record(pair, "embedding.cosine", "1", {0.9});
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"constant"});
}

}  // namespace
}  // namespace pilotage
