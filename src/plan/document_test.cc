// SPDX-License-Identifier: Apache-2.0
#include "plan/document.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "base/file.h"
#include "base/toml.h"
#include "plan/keys.h"
#include "plan/plan.h"
#include "plan/value.h"

namespace pilotage {
namespace {

// PILOTAGE_REWRITE=1 build/dev/pilotage_test --gtest_filter=PlanReference.* writes the page anew.
TEST(PlanReference, is_what_docs_plan_md_says) {
  const std::string file = PILOTAGE_SOURCE "/docs/plan.md";
  const bool rewrite = std::getenv("PILOTAGE_REWRITE") != nullptr;
  ASSERT_TRUE(!rewrite || write_file(file, plan_reference()).ok());
  const auto page = read_file(file);
  ASSERT_TRUE(page.ok());
  EXPECT_TRUE(*page == plan_reference())
      << "the table of keys has changed; the line above this test writes the page anew";
}

TEST(CommentedPlan, parses_as_it_stands) {
  const auto plan = parse_plan(commented_plan(), "pilot.toml");
  ASSERT_TRUE(plan.ok()) << plan.error().message() << "\n" << commented_plan();
  EXPECT_EQ(plan->platforms.size(), 2U);
}

TEST(CommentedPlan, names_every_key) {
  const std::string text = commented_plan();
  for (const auto& key : plan_keys()) {
    EXPECT_NE(text.find(std::string(key.name) + " = "), std::string::npos) << key.section << "." << key.name;
  }
}

TEST(PlanKeys, every_example_is_a_value_of_its_key) {
  for (const auto& key : plan_keys()) {
    const auto document = parse_toml("x = " + std::string(key.example));
    ASSERT_TRUE(document.ok()) << key.name;
    Plan plan = fresh_plan();
    for (const auto& complaint : put(*document->find("x"), key, key.slot(plan, 0))) {
      ADD_FAILURE() << key.section << "." << key.name << " " << complaint.text;
    }
  }
}

TEST(PlanKeys, every_value_that_is_put_is_read_back_and_fills_one_slot) {
  for (const auto& key : plan_keys()) {
    const auto document = parse_toml("x = " + std::string(key.example));
    Plan plan = fresh_plan();
    ASSERT_TRUE(put(*document->find("x"), key, key.slot(plan, 0)).empty());
    for (const auto& other : plan_keys()) {
      Plan fresh = fresh_plan();
      if (&other == &key) continue;
      EXPECT_EQ(value_of(other.slot(plan, 0)), value_of(other.slot(fresh, 0))) << key.name << " changed " << other.name;
    }
  }
}

TEST(PlanKeys, are_unique_and_belong_to_a_section) {
  std::set<std::string> seen;
  std::set<std::string_view> sections;
  for (const auto& section : plan_sections()) sections.insert(section.name);
  for (const auto& key : plan_keys()) {
    EXPECT_TRUE(seen.insert(std::string(key.section) + "." + std::string(key.name)).second);
    EXPECT_TRUE(sections.contains(key.section)) << key.section;
    EXPECT_FALSE(key.help.empty());
  }
}

}  // namespace
}  // namespace pilotage
