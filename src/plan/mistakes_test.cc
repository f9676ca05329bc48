// SPDX-License-Identifier: Apache-2.0
// What a wrong plan is told: one test for each class of mistake.
#include "plan/mistakes.h"

#include <gtest/gtest.h>

#include "plan/example_plan.h"

namespace pilotage {
namespace {

using test::and_then;
using test::mistakes_of;
using test::with;

TEST(PlanMistakes, are_none_in_the_example) { EXPECT_EQ(mistakes_of(test::kExamplePlan), ""); }

TEST(PlanMistakes, come_all_at_once_in_the_order_of_the_file) {
  auto text = with("name = \"Search\"", "nmae = \"Search\"");
  text = with("role = \"candidate\"", "role = \"candidat\"", text);
  text = with("k = 10", "k = 0", text);
  EXPECT_EQ(mistakes_of(text),
            "pilot.toml:1:1: [pilot] needs the key \"name\"\n"
            "pilot.toml:2:1: unknown key \"nmae\" in [pilot], did you mean \"name\"?\n"
            "pilot.toml:12:8: \"role\" cannot be \"candidat\", did you mean \"candidate\"?\n"
            "pilot.toml:23:65: \"k\" must be at least 1 and at most 1000000, this is 0\n"
            "x");
}

TEST(PlanMistakes, of_syntax_have_their_place) {
  EXPECT_EQ(mistakes_of("[pilot]\nname = \"x\n").substr(0, 15), "pilot.toml:2:10");
  EXPECT_EQ(mistakes_of("[pilot]\nname = 2024-01-01\n"),
            "pilot.toml:2:8: dates and times are not used here; write text in quotes");
}

TEST(PlanMistakes, an_unknown_section) {
  EXPECT_EQ(mistakes_of(and_then("[platfrom.x]\n")), "pilot.toml:43:2: unknown section \"platfrom\", did you mean \"platform\"?");
  EXPECT_EQ(mistakes_of("x = 1\n").substr(0, 36), "pilot.toml:1:1: unknown section \"x\";");
}

TEST(PlanMistakes, a_section_of_the_wrong_shape) {
  EXPECT_EQ(mistakes_of("workload = 1\n").find("pilot.toml:1:12: a workload is written as a table of its own: [[workload]]"), 0U);
}

}  // namespace
}  // namespace pilotage
