// SPDX-License-Identifier: Apache-2.0
// What a wrong plan is told about keys, values and syntax: one test for each class of mistake. Mistakes between several
// values are in check_test.cc.
#include "base/mistakes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "plan/example_plan.h"
#include "plan/keys.h"

namespace pilotage {
namespace {

using test::and_then;
using test::mistakes_of;
using test::said_after;
using test::with;

TEST(PlanMistakes, are_none_in_the_example) { EXPECT_EQ(mistakes_of(test::kExamplePlan), ""); }

TEST(PlanMistakes, come_all_at_once_in_the_order_of_the_file) {
  auto text = with("name = \"Search\"", "nmae = \"Search\"");
  text = with("role = \"candidate\"", "role = \"candidat\"", text);
  text = with("k = 10", "k = 0", text);
  EXPECT_EQ(mistakes_of(text),
            "pilot.toml:1:2: [pilot] needs the key \"name\"\n"
            "pilot.toml:2:1: unknown key \"nmae\" in [pilot], did you mean \"name\"?\n"
            "pilot.toml:12:8: \"role\" cannot be \"candidat\", did you mean \"candidate\"?\n"
            "pilot.toml:23:67: \"k\" must be at least 1 and at most 1000000, this is 0");
}

TEST(PlanMistakes, of_syntax_have_their_place) {
  EXPECT_EQ(mistakes_of("[pilot]\nname = \"x\n").substr(0, 16), "pilot.toml:2:10:");
  EXPECT_EQ(mistakes_of("[pilot]\nname = 2024-01-01\n"),
            "pilot.toml:2:8: dates and times are not used here; write text in quotes");
  EXPECT_EQ(mistakes_of("[pilot]\nname = \"a\"\nname = \"b\"\n").substr(0, 15), "pilot.toml:3:8:");
}

TEST(PlanMistakes, an_unknown_section) {
  EXPECT_EQ(mistakes_of(and_then("[platfrom.x]\n")),
            "pilot.toml:42:2: unknown section \"platfrom\", did you mean \"platform\"?");
}

TEST(PlanMistakes, a_section_of_the_wrong_shape) {
  const auto said = mistakes_of("workload = 1\n[platform]\nrole = \"reference\"\n");
  EXPECT_NE(said.find("pilot.toml:1:12: a workload is written as a table of its own: [[workload]]"), std::string::npos);
  EXPECT_NE(said.find("pilot.toml:3:1: a platform is written as a table of its own: [platform.NAME]"),
            std::string::npos);
  EXPECT_EQ(said_after("score = {", "score = 1 #"), "a workload.score is written as a table of its own: score = { … }");
}

TEST(PlanMistakes, an_unknown_key_names_the_nearest) {
  EXPECT_EQ(said_after("question =", "qestion ="), "unknown key \"qestion\" in [pilot], did you mean \"question\"?");
  EXPECT_EQ(said_after("k = 10", "k = 10, kk = 1"), "unknown key \"kk\" in score = { … }, did you mean \"k\"?");
  EXPECT_EQ(said_after("k = 10 }", "k = 10 }\nscores = 1"),
            "unknown key \"scores\" in [[workload]], did you mean \"score\"?");
  EXPECT_EQ(said_after("[[workload]]", "[seal]\nzzzzzz = 1\n[[workload]]"),
            "unknown key \"zzzzzz\" in [seal]; known are: bootstrap_seed, bootstrap_resamples, signing_key");
}

TEST(PlanMistakes, a_missing_key) {
  EXPECT_EQ(said_after("entry = \"search.py\"", ""), "[[workload]] needs the key \"entry\"");
  EXPECT_EQ(said_after("k = 10 }", "k = 10 }\n[[override]]\nplatform = \"new\"\nfinding = \"x\""),
            "[[override]] needs the key \"reason\"");
}

TEST(PlanMistakes, a_value_of_another_type) {
  EXPECT_EQ(said_after("\"Search\"", "7"), "\"name\" must be text, this is an integer");
  EXPECT_EQ(said_after("k = 10 ", "k = 10.0 "), "\"k\" must be an integer, this is a number");
  EXPECT_EQ(said_after("k = 10 ", "k = \"10\" "), "\"k\" must be an integer, this is text");
  EXPECT_EQ(said_after("question =", "budget_hours = true\nquestion ="),
            "\"budget_hours\" must be a number, this is true or false");
  EXPECT_EQ(said_after("{ tokens = 128 }", "[1]"), "\"options\" must be a table, this is a list");
  EXPECT_EQ(said_after("role = \"candidate\"", "role = \"candidate\"\npaper = 1"),
            "\"paper\" must be true or false, this is an integer");
  EXPECT_EQ(said_after("role = \"candidate\"", "role = \"candidate\"\nlauncher = \"ssh x\""),
            "\"launcher\" must be a list of texts, this is text");
  EXPECT_EQ(said_after("role = \"candidate\"", "role = \"candidate\"\nlauncher = [1]"),
            "\"launcher\" must be text, this is an integer");
}

TEST(PlanMistakes, a_value_out_of_bounds) {
  EXPECT_EQ(said_after("expected_flips = 0.03", "confidence = 1.0"),
            "\"confidence\" must be above 0.5 and below 1, this is 1");
  EXPECT_EQ(said_after("expected_flips = 0.03", "expected_flips = 3"),
            "\"expected_flips\" must be at least 0 and at most 1, this is 3");
  EXPECT_EQ(said_after("\"Search\"", "\"\""), "\"name\" must not be empty");
  EXPECT_EQ(said_after("\"Search\"", "\"" + std::string(201, 'x') + "\""), "\"name\" is longer than 200 bytes");
  EXPECT_EQ(said_after("k = 10 }", "k = 10 }\n[basics]\nmemory_mib = 0"),
            "\"memory_mib\" must be at least 1 and at most 1048576, this is 0");
}

TEST(PlanMistakes, a_word_that_is_none_of_the_known) {
  EXPECT_EQ(said_after("\"non_inferior\"", "\"noninferior\""),
            "\"rule\" cannot be \"noninferior\", did you mean \"non_inferior\"?");
  EXPECT_EQ(said_after("\"retrieval\"", "\"exact\""), "\"kind\" cannot be \"exact\"; known are: retrieval");
  EXPECT_EQ(said_after("question =", "language = \"xx\"\nquestion ="),
            "\"language\" cannot be \"xx\", did you mean \"en\"?");
}

TEST(PlanMistakes, an_id_of_other_letters) {
  EXPECT_EQ(said_after("id = \"recall\"", "id = \"Recall\""),
            "\"id\" must be of a-z, 0-9, `_` and `-`, this is \"Recall\"");
  EXPECT_EQ(said_after("[platform.new]", "[platform.New]"),
            "the name of a platform must be of a-z, 0-9, `_` and `-`, at most 64 of them, this is \"New\"");
  EXPECT_EQ(said_after("[platform.new]", "[platform.\"\"]"),
            "the name of a platform must be of a-z, 0-9, `_` and `-`, at most 64 of them, this is \"\"");
}

TEST(PlanMistakes, an_element_twice) {
  EXPECT_EQ(said_after("k = 10 }", "k = 10 }\n[basics]\ngemm_formats = [\"bf16\"]\ngemm_sizes = [64, 64]"),
            "\"gemm_sizes\" has an element twice");
}

TEST(PlanMistakes, a_path_that_only_this_machine_has) {
  EXPECT_EQ(said_after("\"search.py\"", "\"/srv/search.py\""),
            "\"entry\" must be relative to the plan's folder, so that another machine can use the plan; this is "
            "\"/srv/search.py\"");
  EXPECT_EQ(said_after("\"data/pairs.jsonl\"", "\"data/../../pairs.jsonl\""),
            "\"data\" must stay inside the plan's folder, this is \"data/../../pairs.jsonl\"");
  EXPECT_EQ(said_after("k = 10 }", "k = 10 }\n[seal]\nsigning_key = \"/home/me/key\"")
                .find("\"signing_key\" must be relative"),
            0U);
  EXPECT_EQ(mistakes_of(and_then("[seal]\nsigning_key = \"~/.ssh/key\"\n")), "");
  EXPECT_EQ(mistakes_of(with("k = 10 }", "k = 10 }\nsource = \"..\"")), "");
}

TEST(PlanMistakes, an_environment_variable_with_its_value_does_not_repeat_the_value) {
  const auto said = said_after("role = \"candidate\"", "role = \"candidate\"\nenvironment = [\"TOKEN=hunter2\"]");
  EXPECT_EQ(said,
            "\"environment\" takes names only, write \"TOKEN\": a plan stores no values, so no secrets; set the "
            "variable where `pilotage run` starts");
  EXPECT_EQ(said_after("role = \"candidate\"", "role = \"candidate\"\nenvironment = [\"1X\"]"),
            "\"environment\" must be the name of an environment variable, this is \"1X\"");
}

TEST(PlanMistakes, a_control_character) {
  EXPECT_EQ(said_after("\"Search\"", "\"a\\u0000b\""), "\"name\" has a control character");
  EXPECT_EQ(said_after("tokens = 128", "tokens = \"\\u001b[1m\""), "\"options\" has a control character in a text");
}

TEST(PlanMistakes, a_margin_that_is_none) {
  const auto said = [](std::string_view margin) { return said_after("\"0.01 abs\"", margin); };
  EXPECT_EQ(said("0.01"), "\"margin\" must be text such as \"0.01 abs\" or \"0.01 rel\", this is a number");
  EXPECT_EQ(said("\"0.01\""),
            "\"margin\" must end in `abs` or `rel` (\"0.01 abs\", \"5 ms abs\", \"0.01 rel\"), this is \"0.01\"");
  EXPECT_EQ(said("\"0 abs\""), "\"margin\" must be above 0, this is \"0 abs\"");
  EXPECT_EQ(said("\"-0.1 rel\""), "\"margin\" must be above 0, this is \"-0.1 rel\"");
  EXPECT_EQ(said("\"5 ms rel\""),
            "\"margin\" is a part of the reference's value and has no unit, this is \"5 ms rel\"");
  EXPECT_EQ(said("\"5 mss abs\""),
            "\"margin\" is not a number with a unit: unknown unit \"mss\", did you mean \"ms\"?");
}

TEST(PlanMistakes, a_limit_that_is_none) {
  EXPECT_EQ(said_after("\"250 ms\"", "\"fast\""), "\"limit\" is not a number with a unit: no number at the start");
  EXPECT_EQ(said_after("\"250 ms\"", "\"250 millis\""),
            "\"limit\" is not a number with a unit: unknown unit \"millis\"");
  EXPECT_EQ(said_after("\"250 ms\"", "true"),
            "\"limit\" must be a number, or text with a unit (\"250 ms\"), this is true or false");
}

TEST(PlanMistakes, cost_a_hostile_file_little) {
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "k" + std::to_string(i) + " = 1\n";
  const auto said = mistakes_of(many);
  EXPECT_LT(std::count(said.begin(), said.end(), '\n'), 202);
  EXPECT_TRUE(said.ends_with("pilot.toml: and more"));
  EXPECT_NE(mistakes_of(std::string(kMaxPlanBytes + 1, '#')).find("at most 1048576 bytes"), std::string::npos);
  EXPECT_LT(mistakes_of("[pilot]\n" + std::string(100000, 'x') + " = 1\n").size(), 2000U);
  EXPECT_NE(mistakes_of("x = " + std::string(100000, '[')), "");
}

TEST(ShownText, is_cut_between_characters) {
  EXPECT_EQ(shown("a\nb"), "\"a\\u000ab\"");
  const std::string text = std::string(79, 'x') + "\xc3\xa9" + std::string(20, 'y');
  EXPECT_EQ(shown(text), "\"" + std::string(79, 'x') + "\"… (101 bytes)");
}

}  // namespace
}  // namespace pilotage
