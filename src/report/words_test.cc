// SPDX-License-Identifier: Apache-2.0
#include "report/words.h"

#include <gtest/gtest.h>

#include <limits>

namespace pilotage {
namespace {

TEST(Words, write_numbers_with_their_units) {
  EXPECT_EQ(with_unit(387.4e9, "FLOP/s"), "387.4\u00A0GFLOP/s");
  EXPECT_EQ(with_unit(0.01234, "s"), "12.34\u00A0ms");
  EXPECT_EQ(with_unit(0, "s"), "0\u00A0s");
  EXPECT_EQ(with_unit(14.567, "item/s"), "14.57\u00A0item/s");
  EXPECT_EQ(with_unit(0.69027, "1"), "0.6903");
}

TEST(Words, never_round_a_number_below_one_to_one) {
  EXPECT_EQ(plain_number(0.99991), "0.99991");
  EXPECT_EQ(plain_number(0.9999999), "0.9999999");
  EXPECT_EQ(plain_number(1), "1");
}

TEST(Words, write_signs_counts_and_what_is_no_number) {
  EXPECT_EQ(plain_number(-0.0010811), "\u22120.001081");
  EXPECT_EQ(plain_number(-123456.4), "\u2212123,456");
  EXPECT_EQ(count(1234567), "1,234,567");
  EXPECT_EQ(count(-100), "-100");
  EXPECT_EQ(count(std::numeric_limits<int64_t>::min()), "-9,223,372,036,854,775,808");
  EXPECT_EQ(plain_number(std::numeric_limits<double>::infinity()), "unbounded");
  EXPECT_EQ(plain_number(std::numeric_limits<double>::quiet_NaN()), "not a number");
}

TEST(Words, write_shares_as_percentages) {
  EXPECT_EQ(percent(0.95), "95\u00A0%");
  EXPECT_EQ(percent(0.0794594), "7.9\u00A0%");
  EXPECT_EQ(percent(0.00216), "0.22\u00A0%");
  EXPECT_EQ(percent(0), "0\u00A0%");
  EXPECT_EQ(percent(1277.0 / 1850), "69.0\u00A0%");
}

TEST(Words, write_durations) {
  EXPECT_EQ(duration(59), "59\u00A0s");
  EXPECT_EQ(duration(127.4), "2\u00A0min 07\u00A0s");
  EXPECT_EQ(duration(7300), "2\u00A0h 01\u00A0min");
}

TEST(Words, say_what_a_criterion_asks) {
  Criterion one{.metric = "retrieval.recall_at_10", .margin = Margin{0.01, Scale::kAbsolute}, .unit = "1"};
  EXPECT_EQ(asked(one), "mean of retrieval.recall_at_10: less than 0.01 worse than the reference");
  one.margin = Margin{0.05, Scale::kRelative};
  one.rule = Rule::kEquivalent;
  EXPECT_EQ(asked(one), "mean of retrieval.recall_at_10: less than 5\u00A0% away from the reference");
  const Criterion limit{
      .metric = "latency.batch", .statistic = Statistic::kP99, .rule = Rule::kAtMost, .limit = 0.2, .unit = "s"};
  EXPECT_EQ(asked(limit), "p99 of latency.batch: at most 200\u00A0ms");
}

CandidateVerdict verdict_with(Decision decision, const std::vector<Outcome>& outcomes) {
  CandidateVerdict candidate{.candidate = "new", .decision = decision};
  const char* ids[] = {"a", "b", "c", "d"};
  for (size_t i = 0; i < outcomes.size(); ++i) {
    Judgement one{.outcome = outcomes[i], .reason = "because " + std::string(ids[i])};
    one.criterion.id = ids[i];
    candidate.judgements.push_back(one);
  }
  return candidate;
}

TEST(Words, give_the_first_reason_and_name_the_others) {
  using enum Outcome;
  EXPECT_EQ(why(verdict_with(Decision::kNoGo, {kPass, kFail, kInconclusive, kFail})),
            "criterion b failed: because b; also failed: d");
  EXPECT_EQ(why(verdict_with(Decision::kInsufficientEvidence, {kInconclusive, kInconclusive, kInconclusive})),
            "criterion a is undecided: because a; also undecided: b and c");
  EXPECT_EQ(why(verdict_with(Decision::kInsufficientEvidence, {})), "there is no evidence that could be judged");
  EXPECT_EQ(why(verdict_with(Decision::kGo, {kPass})), "every criterion passed");
  EXPECT_EQ(tally(verdict_with(Decision::kNoGo, {kPass, kFail, kPass, kNotJudged})), "2 PASS, 1 FAIL, 1 NOT JUDGED");
}

TEST(Words, make_sentences) {
  EXPECT_EQ(as_sentence("it is so"), "It is so.");
  EXPECT_EQ(as_sentence("über all."), "über all.");
  EXPECT_EQ(as_sentence(""), "");
}

}  // namespace
}  // namespace pilotage
