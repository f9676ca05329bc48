// SPDX-License-Identifier: Apache-2.0
// Right or wrong on the same items: Tango's score interval (1998, Statistics in Medicine 17), which keeps its error
// where few answers change. Newcombe's is shown as its cross-check, McNemar's test as a description; neither decides.
// Margins relative to the reference: the score interval of the ratio (Tang, Tang and Chan 2003, the same journal 22). A
// bootstrap sees no more than the flips that happened: of one answer won and none lost it would conclude that none can
// be lost.
#include <fmt/core.h>

#include <cmath>

#include "base/text.h"
#include "judge/needed.h"
#include "judge/paired.h"
#include "judge/window.h"
#include "stats/paired_ratio.h"
#include "stats/power_paired_binary.h"

namespace pilotage {
namespace {

constexpr int64_t kMostForPower = 100'000;  // exact power above it costs time and is 1 for any margin in use

void describe_interval(const Question& question, const PairedTable& table, const Window& window, Json& details) {
  const auto newcombe = newcombe_bounds(table, question.alpha());
  if (newcombe) details.set("newcombe_low", newcombe->lower).set("newcombe_high", newcombe->upper);
  const auto test = tango_non_inferiority(table, -*window.above);
  if (test && std::isfinite(test->z)) details.set("z", test->z).set("p", test->p);
  if (table.n() > kMostForPower || question.criterion.rule != Rule::kNonInferior) return;
  const PairedBinaryDesign design{-*window.above, question.criterion.expected_flips, question.alpha()};
  const auto power = tango_power(design, table.n());
  if (power) details.set("power_planned", *power).set("expected_flips", question.criterion.expected_flips);
}

// What the reader must know beside the outcome.
std::string remark(const PairedTable& table) {
  if (table.both_wrong + table.flips() == 0) return "; the sample shows no mistakes on either side";
  return table.flips() == 0 ? "; the sides are identical item by item" : "";
}

// As a window of the difference at the reference's share: from it come the items that would decide.
Window in_points(const Criterion& criterion, double reference) {
  const double margin = criterion.margin ? criterion.margin->value * reference : 0;
  if (criterion.rule == Rule::kEquivalent) return {.above = -margin, .below = margin};
  return {.above = -margin};
}

void give_up(NoAnswer reason, Judgement& judgement) {
  judgement.reason = std::string(words(reason));
  judgement.would_change = remedy_of(reason, "items");
}

}  // namespace

PairedTable table_of(const Pairs& pairs, Direction direction) {
  const double right = direction == Direction::kLargerIsBetter ? 1 : 0;
  PairedTable table;
  for (size_t i = 0; i < pairs.reference.size(); ++i) {
    const bool reference = pairs.reference[i] == right;
    const bool candidate = pairs.candidate[i] == right;
    if (reference) {
      ++(candidate ? table.both_right : table.reference_only);
    } else {
      ++(candidate ? table.candidate_only : table.both_wrong);
    }
  }
  return table;
}

void describe(const PairedTable& table, Json& details) {
  details.set("a", table.both_right).set("b", table.candidate_only);
  details.set("c", table.reference_only).set("d", table.both_wrong);
  details.set("won", table.candidate_only).set("lost", table.reference_only).set("identical", table.flips() == 0);
  details.set("flip_share", static_cast<double>(table.flips()) / static_cast<double>(table.n()));
  const auto test = mcnemar(table);
  if (!test) return;
  details.set("mcnemar_chi_squared", test->chi_squared).set("mcnemar_p", test->p);
  details.set("mcnemar_corrected_p", test->corrected_p);
  details.set("mcnemar_exact_p", test->exact_p).set("mcnemar_mid_p", test->mid_p);
}

std::string lost_and_won(const PairedTable& table) {
  return fmt::format("of {} items {} were lost and {} won ({} % changed)", table.n(), table.reference_only,
                     table.candidate_only,
                     six_digits(100 * static_cast<double>(table.flips()) / static_cast<double>(table.n())));
}

void judge_table(const Question& question, const Pairs& pairs, Judgement& judgement) {
  const auto direction = direction_of(question.criterion.metric, question.candidate.unit);
  const Window window = window_of(question.criterion, direction);
  const PairedTable table = table_of(pairs, direction);
  judgement.method = "Tango score interval of the paired difference";
  describe(table, judgement.details);
  describe_interval(question, table, window, judgement.details);
  const auto bounds = tango_bounds(table, question.alpha());
  if (!bounds) return give_up(bounds.reason(), judgement);
  const Estimate estimate{bounds->difference, bounds->lower, bounds->upper, table.flips() == 0};
  show(estimate, window, question.alpha(), judgement);
  judgement.outcome = outcome_of(estimate, window);
  judgement.reason = fmt::format("difference {}: {}; {}{}", six_digits(estimate.value),
                                 sentence(estimate, window, question.alpha()), lost_and_won(table), remark(table));
  if (judgement.outcome == Outcome::kFail) judgement.would_change = distance(estimate, window);
  if (judgement.outcome == Outcome::kInconclusive) {
    judgement.would_change = needed_for_table(question, table, window, judgement);
  }
}

void judge_table_ratio(const Question& question, const Pairs& pairs, Judgement& judgement) {
  const auto direction = direction_of(question.criterion.metric, question.candidate.unit);
  const Window window = window_of(question.criterion, direction);
  const PairedTable table = table_of(pairs, direction);
  judgement.method = "score interval of the ratio of paired shares";
  judgement.limit = window.limit();
  describe(table, judgement.details);
  // The ratio is that of the values, whichever of them is right.
  const auto bounds = paired_ratio_bounds(table_of(pairs, Direction::kLargerIsBetter), question.alpha());
  if (!bounds) return give_up(bounds.reason(), judgement);
  const Estimate estimate{bounds->ratio, bounds->lower, bounds->upper, table.flips() == 0};
  show(estimate, window, question.alpha(), judgement);
  judgement.outcome = outcome_of(estimate, window);
  judgement.reason = fmt::format("ratio of shares {}: {}; {}{}", six_digits(estimate.value),
                                 sentence(estimate, window, question.alpha()), lost_and_won(table), remark(table));
  if (judgement.outcome == Outcome::kFail) judgement.would_change = distance(estimate, window);
  if (judgement.outcome == Outcome::kInconclusive) {
    judgement.would_change =
        needed_for_table(question, table, in_points(question.criterion, *judgement.reference_value), judgement);
  }
}

}  // namespace pilotage
