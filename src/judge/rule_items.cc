// SPDX-License-Identifier: Apache-2.0
// Which paired rule the numbers ask for, and what speaks against pairing them.
#include <fmt/core.h>

#include <algorithm>

#include "judge/paired.h"
#include "judge/window.h"
#include "stats/moments.h"

namespace pilotage {
namespace {

bool is_all(const std::vector<double>& values, double wanted) {
  return std::all_of(values.begin(), values.end(), [wanted](double value) { return value == wanted; });
}

// Both sides wrong on every item: the scorer or the data is broken, and equal failure is no equality.
bool is_all_wrong(const Pairs& pairs, Direction direction) {
  const double wrong = direction == Direction::kLargerIsBetter ? 0 : 1;
  if (direction == Direction::kSmallerIsBetter && !pairs.is_binary()) return false;
  return is_all(pairs.reference, wrong) && is_all(pairs.candidate, wrong);
}

std::optional<Refusal> refusal_of(const Question& question, const Pairs& pairs) {
  const std::string& metric = question.criterion.metric;
  if (pairs.unpaired > 0 || pairs.reference.empty()) {
    return Refusal{"missing",
                   fmt::format("{} numbers of {} stand on one side only: {} on {}, {} on {}", pairs.unpaired, metric,
                               question.reference->samples.size(), question.reference->platform->name,
                               question.candidate.samples.size(), question.candidate.platform->name)};
  }
  if (is_all_wrong(pairs, direction_of(metric, question.candidate.unit))) {
    return Refusal{"constant", fmt::format("both sides are wrong on every one of {} items: scorer or data are broken",
                                           pairs.reference.size())};
  }
  return std::nullopt;
}

bool is_about_means(Statistic statistic) { return statistic == Statistic::kMean || statistic == Statistic::kShare; }

}  // namespace

void judge_items(const Question& question, Judgement& judgement) {
  const Pairs pairs = pair_up(*question.reference, question.candidate);
  if (auto refusal = refusal_of(question, pairs)) return judgement.refusals.push_back(std::move(*refusal));
  judgement.n = static_cast<int64_t>(pairs.reference.size());
  judgement.unit = is_ratio(question.criterion) ? "1" : question.candidate.unit;
  if (!is_about_means(question.criterion.statistic)) {
    judgement.reason = "rules over items are about means and shares, not about other statistics";
    judgement.would_change = "a criterion on the mean, under a new seal";
    return;
  }
  judgement.reference_value = moments(pairs.reference)->mean;
  judgement.candidate_value = moments(pairs.candidate)->mean;
  if (!pairs.is_binary()) return judge_means(question, pairs, judgement);
  is_ratio(question.criterion) ? judge_table_ratio(question, pairs, judgement)
                               : judge_table(question, pairs, judgement);
}

}  // namespace pilotage
