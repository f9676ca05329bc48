// SPDX-License-Identifier: Apache-2.0
// What a good plan becomes, and its canonical form.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/digest.h"
#include "base/file.h"
#include "plan/example_plan.h"
#include "plan/plan.h"

namespace pilotage {
namespace {

using test::kExamplePlan;
using test::mistakes_of;
using test::plan_of;
using test::with;

TEST(Plan, reads_every_part) {
  const Plan plan = plan_of(kExamplePlan);
  EXPECT_EQ(plan.name, "Search");
  ASSERT_EQ(plan.platforms.size(), 2U);
  EXPECT_EQ(plan.reference().name, "old");
  ASSERT_EQ(plan.candidates().size(), 1U);
  EXPECT_EQ(plan.candidates()[0]->precision, "bf16");
  ASSERT_NE(plan.workload("search"), nullptr);
  EXPECT_EQ(plan.workload("search")->options.integer_or("tokens", 0), 128);
  EXPECT_EQ(plan.workload("other"), nullptr);
  ASSERT_EQ(plan.criteria.size(), 2U);
  EXPECT_EQ(plan.criteria[0].margin->value, 0.01);
  EXPECT_EQ(plan.criteria[0].unit, "1");
  EXPECT_EQ(plan.criteria[0].expected_flips, 0.03);
  EXPECT_EQ(plan.criteria[1].gate, Gate::kLatency);
}

TEST(Plan, keeps_a_limit_in_the_base_unit) {
  const Plan plan = plan_of(kExamplePlan);
  EXPECT_EQ(*plan.criteria[1].limit, 0.25);
  EXPECT_EQ(plan.criteria[1].unit, "s");
}

TEST(Plan, keeps_platforms_in_the_order_of_the_file) {
  const Plan plan = plan_of(test::and_then("[platform.a]\nrole=\"candidate\"\nprofile=\"cpu\"\npaper=true\n"));
  ASSERT_EQ(plan.platforms.size(), 3U);
  EXPECT_EQ(plan.platforms[2].name, "a");
  EXPECT_TRUE(plan.platforms[2].paper);
}

TEST(Plan, knows_where_it_lies_and_where_its_evidence_goes) {
  Plan plan;
  plan.file = "examples/search/pilot.toml";
  EXPECT_EQ(plan.base(), "examples/search");
  EXPECT_EQ(plan.folder(), "examples/search/pilot.evidence");
  plan.file = "pilot";
  EXPECT_EQ(plan.folder(), "./pilot.evidence");
}

TEST(Plan, a_missing_file_is_the_users_mistake) {
  const auto plan = load_plan("no/such/plan.toml");
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().kind(), ErrorKind::kUsage);
}

TEST(Plan, takes_units_in_margins) {
  const auto metric =
      with("retrieval.recall_at_10\"\nstatistic = \"share", "retrieval.reciprocal_rank\"\nstatistic = \"mean");
  EXPECT_EQ(mistakes_of(metric), "");
  const Plan percent = plan_of(with("0.01 abs", "1 % abs"));
  EXPECT_EQ(percent.criteria[0].margin->value, 0.01);
  const Plan relative = plan_of(with("0.01 abs", "2 % rel"));
  EXPECT_EQ(relative.criteria[0].margin->scale, Scale::kRelative);
  EXPECT_EQ(relative.criteria[0].margin->value, 0.02);
}

TEST(Plan, takes_a_criterion_on_basics_without_workload) {
  const auto text = test::and_then(
      "[basics]\ngemm_sizes=[512]\ngemm_formats=[\"bf16\"]\n[[criterion]]\nid=\"gemm\"\nmetric=\"gemm.bf16.flops\"\n"
      "rule=\"at_least\"\nlimit=\"50 GFLOP/s\"\ngate=\"numeric\"\n");
  EXPECT_EQ(*plan_of(text).criteria[2].limit, 5e10);
}

TEST(CanonicalPlan, ignores_layout_comments_and_stated_defaults) {
  const auto plain = plan_to_json(plan_of(kExamplePlan)).canonical();
  const auto same = with("name = \"Search\"", "name  =  'Search' # text\nlanguage = \"en\"\ncase_limit_s = 3600");
  EXPECT_EQ(plan_to_json(plan_of(same)).canonical(), plain);
  EXPECT_EQ(plan_to_json(plan_of(with("250 ms", "0.25 s"))).canonical(), plain);
}

TEST(CanonicalPlan, changes_with_every_value_that_is_judged_or_measured) {
  const auto plain = plan_to_json(plan_of(kExamplePlan)).canonical();
  const std::pair<const char*, const char*> changes[] = {{"0.01 abs", "0.011 abs"},
                                                         {"0.01 abs", "0.01 rel"},
                                                         {"250 ms", "251 ms"},
                                                         {"k = 10 }", "k = 10 }\nbatch = 16"},
                                                         {"128", "129"},
                                                         {"precision = \"bf16\"", "precision = \"int8\""},
                                                         {"May it move?", "May it go?"}};
  for (const auto& [piece, other] : changes) {
    EXPECT_NE(plan_to_json(plan_of(with(piece, other))).canonical(), plain) << other;
  }
}

TEST(CanonicalPlan, has_no_path_of_a_machine) {
  const auto plain = plan_to_json(plan_of(kExamplePlan)).canonical();
  const auto placed =
      with("precision = \"bf16\"", "precision = \"bf16\"\nroot = \"/srv/pilot\"\npython = \"/opt/env/bin/python\"");
  EXPECT_EQ(plan_to_json(plan_of(placed)).canonical(), plain);
  auto elsewhere = parse_plan(kExamplePlan, "/some/folder/other.toml");
  ASSERT_TRUE(elsewhere.ok());
  EXPECT_EQ(plan_to_json(*elsewhere).canonical(), plain);
}

TEST(CanonicalPlan, is_frozen) {
  // Another digest here means that every seal made before becomes void: raise kFormat in canonical.cc then.
  EXPECT_EQ(sha256_hex(plan_to_json(plan_of(kExamplePlan)).canonical()),
            "5fac631f3529008af16ddf1db48b0aaba9d8442744bd9efa979778091b456231");
}

TEST(Plan, the_mean_of_zeros_and_ones_is_their_share) {
  const Plan said = plan_of(with("retrieval.recall_at_10\"\nstatistic = \"share\"", "retrieval.recall_at_10\"\nstatistic = \"mean\""));
  const Plan unsaid = plan_of(with("retrieval.recall_at_10\"\nstatistic = \"share\"", "retrieval.recall_at_10\""));
  for (const Plan& plan : {said, unsaid}) EXPECT_EQ(plan.criteria[0].statistic, Statistic::kShare);
}

}  // namespace
}  // namespace pilotage
