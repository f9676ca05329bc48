// SPDX-License-Identifier: Apache-2.0
// Paired rules, on evidence in a real store.
#include <gtest/gtest.h>

#include <cmath>

#include "judge/testing.h"

namespace pilotage {
namespace {

using Words = std::vector<std::string>;

// research oracle O-B10: a 700, b 18, c 30, d 252.
Judgement oracle(double margin) {
  Pilot pilot({non_inferior(kRecall, margin)});
  pilot.seal().answers(700, 18, 30, 252);
  return pilot.judgement();
}

TEST(NonInferior, passes_where_the_lower_tango_limit_lies_above_the_margin) {
  const Judgement judgement = oracle(0.03);
  EXPECT_EQ(judgement.outcome, Outcome::kPass);
  EXPECT_NEAR(judgement.interval->low, -0.0239257, 1e-7);
  EXPECT_NEAR(judgement.interval->high, -0.0006209, 1e-7);
  EXPECT_DOUBLE_EQ(judgement.interval->confidence, 0.9);
  EXPECT_EQ(judgement.n, 1000);
  EXPECT_DOUBLE_EQ(*judgement.value, -0.012);
  EXPECT_DOUBLE_EQ(*judgement.limit, -0.03);
  EXPECT_DOUBLE_EQ(*judgement.reference_value, 0.730);
  EXPECT_DOUBLE_EQ(*judgement.candidate_value, 0.718);
  EXPECT_NEAR(*judgement.details.number_at("p"), 0.008157, 1e-6);
  EXPECT_EQ(judgement.would_change, "");
}

TEST(NonInferior, is_open_where_the_interval_reaches_over_the_margin_and_names_the_n) {
  const Judgement judgement = oracle(0.02);
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive);
  EXPECT_TRUE(judgement.refusals.empty());
  const int64_t needed = judgement.details.integer_or("needed_as_observed", 0);
  EXPECT_GT(needed, 1000);
  EXPECT_TRUE(holds(judgement.would_change, std::to_string(needed))) << judgement.would_change;
}

TEST(NonInferior, needs_more_items_for_a_tighter_margin) {
  Pilot pilot({non_inferior(kRecall, 0.01)});
  pilot.seal().answers(680, 2, 3, 315);
  EXPECT_EQ(pilot.judgement().outcome, Outcome::kPass);
  Pilot tight({non_inferior(kRecall, 0.004)});
  tight.seal().answers(680, 2, 3, 315);
  const Judgement judgement = tight.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive);
  EXPECT_GT(judgement.details.integer_or("needed_if_equal", 0), 1000);
  EXPECT_TRUE(holds(judgement.would_change, "items in place of 1000 decide")) << judgement.would_change;
}

TEST(NonInferior, fails_where_the_whole_interval_lies_below_the_margin) {
  Pilot pilot({non_inferior(kRecall, 0.01)});
  pilot.seal().answers(600, 5, 100, 295);
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kFail);
  EXPECT_TRUE(holds(judgement.would_change, "a lower limit above -0.01")) << judgement.would_change;
}

TEST(NonInferior, says_how_many_answers_changed_beside_an_equal_mean) {
  Pilot pilot({non_inferior(kRecall, 0.02)});
  pilot.seal().answers(1204, 71, 76, 499);
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass);
  EXPECT_TRUE(holds(judgement.reason, "of 1850 items 76 were lost and 71 won (7.94595 % changed)")) << judgement.reason;
  EXPECT_EQ(judgement.details.integer_or("lost", 0), 76);
  EXPECT_EQ(judgement.details.integer_or("won", 0), 71);
  EXPECT_NEAR(*judgement.details.number_at("flip_share"), 147.0 / 1850, 1e-15);
  EXPECT_GT(*judgement.details.number_at("mcnemar_exact_p"), 0.05);
}

TEST(NonInferior, of_identical_answers_is_evidence_only_down_to_the_sample_size) {
  Pilot pilot({non_inferior(kRecall, 0.0134)});  // z^2 / (n + z^2) = 0.0133472 at n = 200
  pilot.seal().answers(150, 0, 0, 50);
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass);
  EXPECT_TRUE(holds(judgement.reason, "identical item by item"));
  Pilot tight({non_inferior(kRecall, 0.0133)});
  tight.seal().answers(150, 0, 0, 50);
  EXPECT_EQ(tight.judgement().outcome, Outcome::kInconclusive);
}

TEST(NonInferior, is_judged_with_a_remark_where_the_sample_shows_no_mistakes) {
  Pilot pilot({non_inferior(kRecall, 0.02)});
  pilot.seal().answers(400, 0, 0, 0);
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass);
  EXPECT_TRUE(holds(judgement.reason, "no mistakes on either side"));
}

TEST(NonInferior, refuses_two_sides_that_are_wrong_on_every_item) {
  Pilot pilot({non_inferior(kRecall, 0.02)});
  pilot.seal().answers(0, 0, 0, 400);
  EXPECT_EQ(codes(pilot.judgement().refusals), Words{"constant"});
}

TEST(NonInferior, refuses_items_that_only_one_side_has) {
  Pilot pilot({non_inferior(kRecall, 0.02)});
  pilot.seal();
  pilot.scores("old", kRecall, times(50, 1) + times(50, 0));
  pilot.scores("new", kRecall, times(50, 1) + times(49, 0));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(codes(judgement.refusals), Words{"missing"});
  EXPECT_TRUE(holds(judgement.reason, "1 numbers")) << judgement.reason;
}

TEST(NonInferior, pairs_by_item_whatever_the_order_of_the_records) {
  Pilot pilot({non_inferior(kRecall, 0.02)});
  pilot.seal();
  for (const char* name : {"old", "new"}) {
    const Sequence attempt = pilot.begin(pilot.attempt(name, "scores"));
    for (int i = 0; i < 300; ++i) {
      const int item = std::string(name) == "old" ? i : 299 - i;
      expect(
          pilot.store.add(attempt, {kRecall, "1", "q" + std::to_string(item), 0, static_cast<double>(item % 3 == 0)}));
    }
    pilot.end(attempt);
  }
  EXPECT_EQ(pilot.judgement().details.integer_or("lost", -1), 0);
}

TEST(NonInferior, turns_around_where_smaller_is_better) {
  Criterion one = non_inferior("error_rate", 0.01);
  Pilot pilot({one});
  pilot.seal();
  pilot.scores("old", "error_rate", times(20, 1) + times(980, 0));
  pilot.scores("new", "error_rate", times(120, 1) + times(880, 0));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kFail);
  EXPECT_DOUBLE_EQ(*judgement.value, -0.1);
}

// Scores that are no 0/1: 1/rank of a little worse a ranking.
std::vector<double> ranks(size_t n, size_t worse) {
  std::vector<double> values(n);
  for (size_t i = 0; i < n; ++i) values[i] = 1.0 / static_cast<double>(1 + i % 5 + (i % 37 < worse ? 1 : 0));
  return values;
}

TEST(NonInferior, of_means_passes_where_t_and_bootstrap_agree) {
  Pilot pilot({non_inferior(kRank, 0.05)});
  pilot.seal();
  pilot.scores("old", kRank, ranks(400, 0));
  pilot.scores("new", kRank, ranks(400, 3));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass) << judgement.reason;
  EXPECT_LT(*judgement.value, 0);
  EXPECT_NE(judgement.details.find("bca_low"), nullptr);
  EXPECT_EQ(judgement.details.integer_or("won", -1), 0);
  EXPECT_TRUE(holds(judgement.reason, "became worse"));
}

TEST(NonInferior, of_means_fails_and_is_open_on_the_same_data_by_its_margin) {
  const auto outcome = [](double margin) {
    Pilot pilot({non_inferior(kRank, margin)});
    pilot.seal();
    pilot.scores("old", kRank, ranks(400, 0));
    pilot.scores("new", kRank, ranks(400, 12));
    return pilot.judgement();
  };
  EXPECT_EQ(outcome(0.02).outcome, Outcome::kFail);
  const Judgement open = outcome(0.055);
  EXPECT_EQ(open.outcome, Outcome::kInconclusive);
  EXPECT_TRUE(holds(open.would_change, "items")) << open.would_change;
}

TEST(NonInferior, of_means_that_are_identical_passes_as_identical) {
  Pilot pilot({non_inferior(kRank, 0.001)});
  pilot.seal();
  pilot.scores("old", kRank, ranks(30, 0));
  pilot.scores("new", kRank, ranks(30, 0));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass);
  EXPECT_TRUE(holds(judgement.reason, "identical on all 30 items"));
}

TEST(NonInferior, of_means_without_spread_or_with_one_item_gives_no_number) {
  Pilot pilot({non_inferior(kRank, 0.5)});
  pilot.seal();
  pilot.scores("old", kRank, times(20, 0.5));
  pilot.scores("new", kRank, times(20, 0.25));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive);
  EXPECT_FALSE(judgement.interval.has_value());
  Pilot single({non_inferior(kRank, 0.5)});
  single.seal();
  single.scores("old", kRank, {0.5});
  single.scores("new", kRank, {0.25});
  EXPECT_EQ(single.judgement().outcome, Outcome::kInconclusive);
}

TEST(NonInferior, with_a_relative_margin_is_about_the_ratio_of_means) {
  Pilot pilot({non_inferior(kRank, 0.1, Scale::kRelative)});
  pilot.seal();
  pilot.scores("old", kRank, ranks(400, 0));
  pilot.scores("new", kRank, ranks(400, 3));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kPass) << judgement.reason;
  EXPECT_DOUBLE_EQ(*judgement.limit, 0.9);
  EXPECT_NEAR(*judgement.value, *judgement.candidate_value / *judgement.reference_value, 1e-12);
}

TEST(NonInferior, of_identical_answers_with_a_relative_margin_still_needs_enough_items) {
  const auto outcome = [](size_t right, size_t wrong) {
    Pilot pilot({non_inferior(kRecall, 0.02, Scale::kRelative)});
    pilot.seal().answers(right, 0, 0, wrong);
    return pilot.judgement().outcome;
  };
  EXPECT_EQ(outcome(30, 10), Outcome::kInconclusive);
  EXPECT_EQ(outcome(225, 75), Outcome::kPass);  // 0.0089379 / 0.75 lies inside 0.02
}

// Nine right on both sides and one won: a bootstrap draws no loss, and would see a ratio of 1 or more for certain.
TEST(NonInferior, of_few_answers_with_a_relative_margin_is_not_shown_by_an_answer_won) {
  const auto judged = [](size_t right, size_t won, size_t lost) {
    Pilot pilot({non_inferior(kRecall, 0.05, Scale::kRelative)});
    pilot.seal().answers(right, won, lost, 1);
    return pilot.judgement();
  };
  EXPECT_EQ(judged(9, 1, 0).outcome, Outcome::kInconclusive);
  EXPECT_EQ(judged(9, 0, 0).outcome, Outcome::kInconclusive);
  const Judgement enough = judged(300, 2, 3);
  EXPECT_EQ(enough.outcome, Outcome::kPass) << enough.reason;
  EXPECT_NEAR(*enough.value, 302.0 / 303, 1e-12);
  EXPECT_EQ(judged(200, 0, 60).outcome, Outcome::kFail);
  const Judgement open = judged(100, 2, 5);
  EXPECT_EQ(open.outcome, Outcome::kInconclusive);
  EXPECT_TRUE(holds(open.would_change, "items in place of 108 decide")) << open.would_change;
}

TEST(NonInferior, of_rare_errors_with_a_relative_margin_is_about_the_ratio_of_the_errors) {
  const auto judged = [](size_t both, size_t gone, size_t added) {
    Pilot pilot({non_inferior("error_rate", 0.2, Scale::kRelative)});
    pilot.seal();
    const size_t rest = 1000 - both - gone - added;
    pilot.scores("old", "error_rate", times(both, 1) + times(gone, 1) + times(added, 0) + times(rest, 0));
    pilot.scores("new", "error_rate", times(both, 1) + times(gone, 0) + times(added, 1) + times(rest, 0));
    return pilot.judgement();
  };
  const Judgement better = judged(20, 30, 2);
  EXPECT_EQ(better.outcome, Outcome::kPass) << better.reason;
  EXPECT_NEAR(*better.value, 22.0 / 50, 1e-12);
  EXPECT_EQ(better.details.integer_or("won", 0), 30);
  EXPECT_DOUBLE_EQ(*better.limit, 1.2);
  EXPECT_EQ(judged(20, 0, 0).outcome, Outcome::kPass);  // 1 + z^2 / 20 = 1.135
  EXPECT_EQ(judged(10, 0, 0).outcome, Outcome::kInconclusive);
  EXPECT_EQ(judged(20, 2, 60).outcome, Outcome::kFail);
  EXPECT_EQ(judged(0, 0, 3).outcome, Outcome::kInconclusive);  // no error of the reference to compare with
  EXPECT_FALSE(judged(0, 0, 3).interval.has_value());
}

// One item better, none worse: the drawings cannot fall below 1, the t interval can.
TEST(NonInferior, of_means_with_a_relative_margin_needs_t_to_agree_with_the_bootstrap) {
  Pilot pilot({non_inferior(kRank, 0.05, Scale::kRelative)});
  pilot.seal();
  pilot.scores("old", kRank, times(9, 0.5) + times(1, 0.25));
  pilot.scores("new", kRank, times(9, 0.5) + times(1, 1));
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive) << judgement.reason;
  EXPECT_TRUE(holds(judgement.reason, "linearised paired t")) << judgement.reason;
}

TEST(NonInferior, of_one_or_two_items_gives_no_pass) {
  for (const size_t n : {1u, 2u}) {
    for (const Scale scale : {Scale::kAbsolute, Scale::kRelative}) {
      Pilot pilot({non_inferior(kRecall, 0.5, scale)});
      pilot.seal().answers(n, 0, 0, 0);
      EXPECT_EQ(pilot.judgement().outcome, Outcome::kInconclusive) << n;
      Pilot measure({non_inferior(kRank, 0.5, scale)});
      measure.seal();
      measure.scores("old", kRank, times(n, 0.5));
      measure.scores("new", kRank, times(n, 0.25));
      EXPECT_EQ(measure.judgement().outcome, Outcome::kInconclusive) << n;
    }
  }
}

// Margins of 0 cannot be passed by being equal: a limit must lie strictly on the good side.
TEST(NonInferior, of_identical_means_does_not_pass_a_margin_of_nothing) {
  for (const Scale scale : {Scale::kAbsolute, Scale::kRelative}) {
    Pilot pilot({non_inferior(kRank, 0, scale)});
    pilot.seal();
    pilot.scores("old", kRank, ranks(30, 0));
    pilot.scores("new", kRank, ranks(30, 0));
    EXPECT_EQ(pilot.judgement().outcome, Outcome::kInconclusive);
  }
}

// Tango's lower limit for one flip lost of 1,000 is -0.00446972; the upper one for eight is -0.00451, for nine
// -0.00524: by 40-digit arithmetic.
TEST(NonInferior, turns_with_one_flip_at_the_edge_of_the_margin) {
  const auto outcome = [](size_t won, size_t lost, double margin) {
    Pilot pilot({non_inferior(kRecall, margin)});
    pilot.seal().answers(900, won, lost, 100 - won - lost);
    return pilot.judgement();
  };
  EXPECT_EQ(outcome(0, 1, 0.0044698).outcome, Outcome::kPass);
  EXPECT_EQ(outcome(0, 1, 0.0044697).outcome, Outcome::kInconclusive);
  EXPECT_EQ(outcome(0, 2, 0.0044698).outcome, Outcome::kInconclusive);
  EXPECT_EQ(outcome(0, 8, 0.005).outcome, Outcome::kInconclusive);
  EXPECT_EQ(outcome(0, 9, 0.005).outcome, Outcome::kFail);
}

TEST(Equivalent, passes_inside_fails_outside_and_is_open_across_both_margins) {
  const auto outcome = [](double margin, size_t worse) {
    Criterion one = criterion("equal", kRank, Rule::kEquivalent);
    one.margin = Margin{margin, Scale::kAbsolute};
    Pilot pilot({one});
    pilot.seal();
    pilot.scores("old", kRank, ranks(400, 0));
    pilot.scores("new", kRank, ranks(400, worse));
    return pilot.judgement().outcome;
  };
  EXPECT_EQ(outcome(0.05, 3), Outcome::kPass);
  EXPECT_EQ(outcome(0.02, 12), Outcome::kFail);
  EXPECT_EQ(outcome(0.055, 12), Outcome::kInconclusive);
}

TEST(Equivalent, of_answers_fails_for_a_candidate_that_is_much_better) {
  Criterion one = criterion("equal", kRecall, Rule::kEquivalent);
  one.margin = Margin{0.02, Scale::kAbsolute};
  Pilot pilot({one});
  pilot.seal().answers(500, 200, 10, 290);
  EXPECT_EQ(pilot.judgement().outcome, Outcome::kFail);
}

// Two runs an item that agree are one answer an item: identical sides are no more evidence than without repeats.
TEST(Repeats, that_agree_are_judged_as_the_answers_that_they_are) {
  Pilot pilot({non_inferior(kRecall, 0.02)});
  pilot.seal();
  for (const char* name : {"old", "new"}) {
    const Sequence attempt = pilot.begin(pilot.attempt(name, "scores"));
    for (int item = 0; item < 10; ++item) {
      for (int run = 0; run < 2; ++run) {
        expect(pilot.store.add(attempt, {kRecall, "1", "q" + std::to_string(item), run, item % 3 == 0 ? 0.0 : 1.0}));
      }
    }
    pilot.end(attempt);
  }
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.n, 10);
  EXPECT_EQ(judgement.outcome, Outcome::kInconclusive) << judgement.reason;
}

TEST(Repeats, of_one_item_are_averaged_before_items_are_compared) {
  Pilot pilot({non_inferior(kRecall, 0.2)});
  pilot.seal();
  for (const char* name : {"old", "new"}) {
    const Sequence attempt = pilot.begin(pilot.attempt(name, "scores"));
    for (int item = 0; item < 60; ++item) {
      for (int run = 0; run < 4; ++run) {
        const bool right = (item + run + (name[0] == 'n' && item % 9 == 0)) % 3 != 0;
        expect(pilot.store.add(attempt, {kRecall, "1", "q" + std::to_string(item), run, right ? 1.0 : 0.0}));
      }
    }
    pilot.end(attempt);
  }
  const Judgement judgement = pilot.judgement();
  EXPECT_EQ(judgement.n, 60);
  EXPECT_TRUE(holds(judgement.method, "paired t")) << judgement.method;
}

}  // namespace
}  // namespace pilotage
