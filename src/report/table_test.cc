// SPDX-License-Identifier: Apache-2.0
#include "report/table.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "report/sample.h"

namespace pilotage {
namespace {

TEST(Table, shows_criteria_then_decisions) {
  const auto lines = split(verdict_table(search_sample().verdict, Colour::kOff), '\n');
  ASSERT_EQ(lines.size(), 12U);
  EXPECT_EQ(lines[0], "candidate  criterion   outcome           value  limit  interval                    n");
  EXPECT_EQ(lines[2], "cpu-bf16   recall      PASS          −0.001081  −0.01  −0.003571 to 0.0009594  1,850");
  EXPECT_EQ(lines[8], "cpu-int8   throughput  NOT JUDGED            –    1.2  –                           0");
  EXPECT_EQ(lines[11],
            "cpu-int8: NO GO. Criterion cosine failed: the smallest cosine is below 0.99; also failed: flips.");
}

TEST(Table, aligns_letters_of_every_width) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("模型"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("−–µ"), 3U);
  Verdict verdict = search_sample().verdict;
  verdict.candidates[0].judgements[0].candidate = "模型-bf16";
  verdict.candidates[0].judgements[1].candidate = "cafe\u0301-16";
  const auto lines = split(verdict_table(verdict, Colour::kOff), '\n');
  for (size_t i = 1; i < 9; ++i) EXPECT_EQ(display_width(lines[i]), display_width(lines[0])) << lines[i];
}

TEST(Table, colours_only_when_asked_and_never_passes_on_control_characters) {
  EXPECT_EQ(verdict_table(hostile_sample().verdict, Colour::kOff).find('\x1b'), std::string::npos);
  EXPECT_NE(verdict_table(search_sample().verdict, Colour::kOn).find("\x1b[1;31mFAIL"), std::string::npos);
}

}  // namespace
}  // namespace pilotage
