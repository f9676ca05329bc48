// SPDX-License-Identifier: Apache-2.0
#include "report/plot.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace pilotage {
namespace {

Judgement judgement(Rule rule, double value, double limit) {
  Judgement one{.outcome = Outcome::kPass, .value = value, .limit = limit, .unit = "1"};
  one.criterion.rule = rule;
  return one;
}

Html drawn(const Judgement& one) {
  const Judgement* all[] = {&one};
  return interval_plot(one, plot_range(all));
}

bool holds(const Html& html, std::string_view what) { return html.code().find(what) != std::string::npos; }

TEST(Plot, spans_all_candidates_and_the_point_of_no_difference) {
  const Judgement first = judgement(Rule::kNonInferior, -0.002, -0.01);
  Judgement second = judgement(Rule::kNonInferior, -0.02, -0.01);
  second.interval = Interval{-0.03, -0.01, 0.9};
  const Judgement* both[] = {&first, &second};
  const Range range = plot_range(both);
  EXPECT_LT(range.low, -0.03);
  EXPECT_GT(range.high, 0);
  EXPECT_LT(range.high, 0.01);
}

TEST(Plot, says_in_words_what_it_shows) {
  Judgement one = judgement(Rule::kAtMost, 0.08, 0.02);
  one.outcome = Outcome::kFail;
  one.interval = Interval{0.07, 0.09, 0.9};
  EXPECT_TRUE(holds(drawn(one), "aria-label=\"Value 0.08, 90\u00A0% interval from 0.07 to 0.09, limit 0.02: FAIL\""));
  EXPECT_TRUE(holds(drawn(one), "limit 0.02</text>"));
  EXPECT_FALSE(holds(drawn(one), "no difference"));
}

TEST(Plot, gives_each_outcome_a_shape_of_its_own) {
  Judgement one = judgement(Rule::kAtLeast, 0.5, 0.4);
  EXPECT_TRUE(holds(drawn(one), "<circle class=\"point pass\""));
  one.outcome = Outcome::kFail;
  EXPECT_TRUE(holds(drawn(one), "<rect class=\"point fail\""));
  one.outcome = Outcome::kInconclusive;
  EXPECT_TRUE(holds(drawn(one), "<polygon class=\"point open\""));
}

TEST(Plot, takes_the_accepted_side_from_the_judge) {
  Judgement one = judgement(Rule::kEquivalent, 1.0, 0.95);
  one.criterion.margin = Margin{0.05, Scale::kRelative};
  one.details = Json::object().set("passes_above", 0.95).set("passes_below", 1.0526);
  EXPECT_TRUE(holds(drawn(one), "limit 1.053</text>"));
  EXPECT_TRUE(holds(drawn(one), "candidate divided by reference"));
}

TEST(Plot, draws_nothing_where_there_is_nothing_to_draw) {
  Judgement one = judgement(Rule::kAtMost, 0.5, 0.4);
  one.value.reset();
  EXPECT_TRUE(drawn(one).empty());
  EXPECT_TRUE(drawn(judgement(Rule::kAtMost, std::numeric_limits<double>::quiet_NaN(), 1)).empty());
  EXPECT_TRUE(drawn(judgement(Rule::kAtMost, 1.7e308, -1.7e308)).empty());
}

TEST(Plot, never_writes_a_number_that_is_none) {
  for (const double value : {0.0, 1.0, -1.0, 1e300, 1e-300, 5e-324}) {
    Judgement one = judgement(Rule::kRatioAtLeast, value, value);
    one.interval = Interval{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0.9};
    for (const char* word : {"=\"nan", "=\"inf", "=\"-nan", "=\"-inf"}) EXPECT_FALSE(holds(drawn(one), word)) << value;
  }
}

TEST(Plot, lets_a_single_changed_answer_be_seen) {
  const ChangedAnswers one{.both_right = 999999, .lost = 1};
  EXPECT_TRUE(holds(changed_bar(one), "class=\"bar-lost\" x=\"400.0\" y=\"0.0\" width=\"1.5\""));
}

}  // namespace
}  // namespace pilotage
