// SPDX-License-Identifier: Apache-2.0
#include "report/answers.h"

#include <gtest/gtest.h>

#include "report/gaps.h"
#include "report/sample.h"
#include "report/stages.h"

namespace pilotage {
namespace {

TEST(Answers, are_counted_from_the_two_by_two_table) {
  const auto all = changed_answers(search_sample().verdict);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].candidate, "cpu-int8");
  EXPECT_EQ(all[1].changed(), 147);
  EXPECT_EQ(all[1].n(), 1850);
  EXPECT_DOUBLE_EQ(all[1].reference_share(), 1277.0 / 1850);
  EXPECT_DOUBLE_EQ(all[1].candidate_share(), 1272.0 / 1850);
}

TEST(Answers, show_a_table_once_and_no_half_of_one) {
  Verdict verdict = search_sample().verdict;
  verdict.candidates[0].judgements.push_back(verdict.candidates[0].judgements[1]);
  verdict.candidates[1].judgements[1].details = Json::object().set("a", 3).set("b", 4);
  EXPECT_EQ(changed_answers(verdict).size(), 1U);
}

TEST(Stages, count_what_was_run_and_what_was_not) {
  const auto stages = stages_of(search_sample().facts);
  ASSERT_EQ(stages.size(), 4U);
  EXPECT_EQ(stages[1].stage, "basics");
  EXPECT_EQ(stages[1].completed, 3);
  EXPECT_EQ(stages[1].failed, 1);
  EXPECT_EQ(stages[3].not_run, 1);
}

TEST(Gaps, name_what_was_not_measured) {
  Sample sample = search_sample();
  sample.plan.platforms.push_back({.name = "trn2", .paper = true});
  std::string all;
  for (const auto& gap : gaps_of(sample.plan, sample.verdict, sample.facts)) all += gap.what + ": " + gap.why + "\n";
  for (const char* gap : {"platform trn2: ", "criterion throughput on cpu-int8: quality has not passed",
                          "serving: torch.run of search on cpu-int8: the budget", "stage endurance: ", "gate cost: "}) {
    EXPECT_NE(all.find(gap), std::string::npos) << all;
  }
}

}  // namespace
}  // namespace pilotage
