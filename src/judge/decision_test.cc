// SPDX-License-Identifier: Apache-2.0
// Gates, decisions, conditions and the whole verdict.
#include <gtest/gtest.h>

#include "judge/testing.h"

namespace pilotage {
namespace {

using Words = std::vector<std::string>;

Criterion gated(Criterion one, std::string id, Gate gate) {
  one.id = std::move(id);
  one.gate = gate;
  return one;
}

std::vector<Criterion> quality_and_speed() {
  return {gated(ratio(kThroughput, Rule::kRatioAtLeast, 1.1), "speed", Gate::kLatency),
          gated(non_inferior(kRecall, 0.05), "recall", Gate::kQuality)};
}

void time_both(Pilot& pilot, double faster) {
  pilot.runs("old", kThroughput, "item/s", {100, 101, 99, 100.5, 99.5});
  pilot.runs("new", kThroughput, "item/s",
             {100.1 * faster, 101.4 * faster, 99.3 * faster, 100.7 * faster, 99.2 * faster});
}

TEST(Gates, are_judged_in_their_order_and_all_passing_is_go) {
  Pilot pilot(quality_and_speed());
  pilot.seal().answers(300, 2, 2, 96);
  time_both(pilot, 1.5);
  const Verdict verdict = pilot.verdict();
  const CandidateVerdict& candidate = verdict.candidates.at(0);
  EXPECT_EQ(candidate.judgements[0].criterion.id, "recall");
  EXPECT_EQ(candidate.judgements[1].criterion.id, "speed");
  EXPECT_EQ(candidate.decision, Decision::kGo);
  EXPECT_TRUE(candidate.conditions.empty());
  EXPECT_EQ(exit_code_of(verdict), 0);
}

TEST(Gates, leave_performance_unjudged_while_quality_fails) {
  Pilot pilot(quality_and_speed());
  pilot.seal().answers(200, 0, 150, 50);
  time_both(pilot, 3);
  const Verdict verdict = pilot.verdict();
  const Judgement& speed = verdict.candidates[0].judgements[1];
  EXPECT_EQ(speed.outcome, Outcome::kNotJudged);
  EXPECT_TRUE(holds(speed.reason, "quality has not passed")) << speed.reason;
  EXPECT_FALSE(speed.value.has_value());
  EXPECT_EQ(verdict.candidates[0].decision, Decision::kNoGo);
  EXPECT_EQ(exit_code_of(verdict), 1);
}

TEST(Gates, leave_performance_unjudged_where_quality_is_open_or_absent) {
  Pilot open(quality_and_speed());
  open.seal().answers(20, 1, 1, 8);
  time_both(open, 3);
  EXPECT_EQ(open.verdict().candidates[0].judgements[1].outcome, Outcome::kNotJudged);
  EXPECT_EQ(open.verdict().candidates[0].decision, Decision::kInsufficientEvidence);
  Pilot absent({gated(ratio(kThroughput, Rule::kRatioAtLeast, 1.1), "speed", Gate::kLatency)});
  time_both(absent.seal(), 3);
  EXPECT_EQ(absent.judgement().outcome, Outcome::kNotJudged);
}

TEST(Gates, judge_performance_that_fails_after_quality_passed_as_no_go) {
  Pilot pilot(quality_and_speed());
  pilot.seal().answers(300, 2, 2, 96);
  time_both(pilot, 0.5);
  EXPECT_EQ(pilot.verdict().candidates[0].decision, Decision::kNoGo);
}

TEST(Decision, of_two_real_runs_of_one_platform_is_go) {
  Pilot pilot({gated(non_inferior(kRecall, 0.01), "recall", Gate::kQuality),
               gated(limit("flip_rate", Statistic::kShare, Rule::kAtMost, 0.02), "flips", Gate::kQuality),
               gated(limit("embedding.cosine", Statistic::kMin, Rule::kAtLeast, 0.999), "cosine", Gate::kNumeric)});
  pilot.seal().answers(476, 1, 1, 122);
  pilot.pair("flip_rate", times(2, 1) + times(598, 0));
  Attempt cosine = pilot.attempt("new", "scores");
  cosine.probe = "derive.pair";
  cosine.against = "old";
  cosine.key = sha256_hex("cosine");
  pilot.record(cosine, "embedding.cosine", "1", times(600, 0.9999999));
  EXPECT_EQ(pilot.verdict().candidates[0].decision, Decision::kGo);
}

TEST(Decision, of_shuffled_answers_is_no_go) {
  Pilot pilot({gated(non_inferior(kRecall, 0.01), "recall", Gate::kQuality)});
  pilot.seal().answers(5, 0, 266, 129);
  const Verdict verdict = pilot.verdict();
  EXPECT_EQ(verdict.candidates[0].judgements[0].outcome, Outcome::kFail);
  EXPECT_EQ(exit_code_of(verdict), 1);
}

TEST(Decision, of_a_failure_beside_a_refusal_is_no_go) {
  Pilot pilot({gated(non_inferior(kRecall, 0.01), "recall", Gate::kQuality),
               gated(limit("flip_rate", Statistic::kShare, Rule::kAtMost, 0.02), "flips", Gate::kQuality)});
  pilot.seal().answers(5, 0, 266, 129);
  EXPECT_EQ(pilot.verdict().candidates[0].decision, Decision::kNoGo);
}

TEST(Conditions, name_overrides_reasons_and_missing_signatures) {
  Pilot pilot(quality_and_speed());
  pilot.plan.overrides = {{"new", "gemm.int8", "integers are not used"}, {"other", "x", "does not concern this one"}};
  pilot.plan.criteria[1].accept_underpowered = "no more data exists";
  pilot.plan.signing_key = "key";
  pilot.seal().answers(300, 2, 2, 96);
  time_both(pilot, 1.5);
  const CandidateVerdict verdict = pilot.verdict().candidates[0];
  EXPECT_EQ(verdict.decision, Decision::kGoWithConditions);
  EXPECT_EQ(verdict.conditions, (Words{"overridden: finding gemm.int8 on new, because integers are not used",
                                       "accepted underpowered: recall, because no more data exists",
                                       "not verified: the plan names a signing key, but its seal bears no signature"}));
}

TEST(Conditions, name_an_environment_that_nobody_looked_at) {
  Pilot pilot({gated(non_inferior(kRecall, 0.05), "recall", Gate::kQuality)});
  pilot.seal();
  for (const char* name : {"old", "new"}) {
    Attempt one = pilot.attempt(name, "scores");
    if (std::string(name) == "new") one.environment_lock.clear();
    pilot.record(one, kRecall, "1", times(300, 1) + times(100, 0));
  }
  const CandidateVerdict verdict = pilot.verdict().candidates[0];
  EXPECT_EQ(verdict.decision, Decision::kGoWithConditions);
  EXPECT_EQ(verdict.conditions, Words{"not verified: the environment of new was never looked at"});
}

TEST(Conditions, name_what_a_probe_could_not_classify) {
  Pilot pilot({gated(non_inferior(kRecall, 0.05), "recall", Gate::kQuality)});
  pilot.seal().answers(300, 2, 2, 96);
  const Sequence attempt = pilot.begin(pilot.attempt("new", "other"));
  const Json body = Json::object().set("rule", "op.unknown").set("class", "unknown").set("text", "aten::odd");
  expect(pilot.store.note(attempt, RecordKind::kFinding, body));
  pilot.end(attempt);
  EXPECT_EQ(pilot.verdict().candidates[0].conditions, Words{"not verified: aten::odd (op.unknown)"});
}

TEST(Conditions, keep_a_platform_with_a_blocking_finding_from_going) {
  Pilot pilot(quality_and_speed());
  pilot.seal().answers(300, 2, 2, 96);
  time_both(pilot, 1.5);
  const Sequence attempt = pilot.begin(pilot.attempt("new", "other"));
  const Json body = Json::object().set("rule", "gemm.exact").set("text", "wrong sums").set("blocking", true);
  expect(pilot.store.note(attempt, RecordKind::kFinding, body));
  pilot.end(attempt);
  const CandidateVerdict verdict = pilot.verdict().candidates[0];
  EXPECT_EQ(verdict.decision, Decision::kInsufficientEvidence);
  EXPECT_EQ(verdict.conditions, Words{"blocked: gemm.exact on new: wrong sums"});
}

TEST(Conditions, say_that_the_run_stopped_until_it_is_resumed) {
  Pilot pilot(quality_and_speed());
  pilot.seal().answers(300, 2, 2, 96);
  expect(pilot.store.note(0, RecordKind::kStopped, Json::object().set("reason", "the budget of 2 hours is spent")));
  EXPECT_EQ(pilot.verdict().candidates[0].conditions, Words{"the run stopped early: the budget of 2 hours is spent"});
  time_both(pilot, 1.5);
  EXPECT_TRUE(pilot.verdict().candidates[0].conditions.empty());
}

TEST(Verdict, of_a_paper_platform_never_counts_for_the_exit_code) {
  Pilot pilot({gated(non_inferior(kRecall, 0.05), "recall", Gate::kQuality)});
  pilot.plan.platforms.push_back(Pilot::platform("paper", Role::kCandidate));
  pilot.plan.platforms.back().paper = true;
  pilot.seal().answers(300, 2, 2, 96);
  const Verdict verdict = pilot.verdict();
  EXPECT_TRUE(verdict.candidates[1].paper);
  EXPECT_EQ(verdict.candidates[1].decision, Decision::kInsufficientEvidence);
  EXPECT_EQ(exit_code_of(verdict), 0);
}

TEST(Verdict, exit_code_is_that_of_the_worst_measured_candidate) {
  const auto code = [](std::vector<Decision> decisions) {
    Verdict verdict;
    for (const Decision decision : decisions) {
      verdict.candidates.emplace_back();
      verdict.candidates.back().decision = decision;
    }
    return exit_code_of(verdict);
  };
  EXPECT_EQ(code({Decision::kGo}), 0);
  EXPECT_EQ(code({Decision::kGoWithConditions}), 0);
  EXPECT_EQ(code({Decision::kGo, Decision::kInsufficientEvidence}), 4);
  EXPECT_EQ(code({Decision::kNoGo, Decision::kInsufficientEvidence, Decision::kGo}), 1);
  EXPECT_EQ(code({}), 4);
}

TEST(Verdict, is_the_same_json_each_time_and_holds_what_the_page_promises) {
  Pilot pilot(quality_and_speed());
  pilot.seal().answers(300, 2, 2, 96);
  time_both(pilot, 1.5);
  const Json json = verdict_to_json(pilot.verdict());
  EXPECT_EQ(json.canonical(), verdict_to_json(pilot.verdict()).canonical());
  EXPECT_EQ(json.integer_or("exit_code", -1), 0);
  const Json& candidate = json.find("candidates")->array_if()->at(0);
  EXPECT_EQ(candidate.text_or("decision"), "GO");
  const Json& recall = candidate.find("judgements")->array_if()->at(0);
  for (const char* key :
       {"criterion",       "workload", "metric", "statistic",    "rule",   "gate",     "confidence",
        "margin",          "outcome",  "reason", "would_change", "method", "n",        "reference_value",
        "candidate_value", "value",    "limit",  "interval",     "unit",   "refusals", "details"}) {
    EXPECT_NE(recall.find(key), nullptr) << key;
  }
  EXPECT_EQ(recall.text_or("outcome"), "PASS");
  EXPECT_TRUE(parse_json(json.canonical()).ok());
}

TEST(Verdict, names_what_of_the_chain_it_rechecked) {
  Pilot pilot(quality_and_speed());
  pilot.seal().answers(300, 2, 2, 96);
  EXPECT_TRUE(holds(pilot.verdict().rechecked, "the 800 numbers")) << pilot.verdict().rechecked;
}

}  // namespace
}  // namespace pilotage
