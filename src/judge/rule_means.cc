// SPDX-License-Identifier: Apache-2.0
// Means over the same items. Absolute margins: Student's t on the differences with BCa limits beside it; both must say
// the same, since t leans on the mean being normal and BCa on the sample holding the tails: where they differ the
// evidence is not clear, and the outcome is INCONCLUSIVE. Relative margins: BCa limits of the ratio of means, with the
// linearised t beside them in the same way: BCa alone passes one in nine of the candidates at the margin from 5 items,
// one in fourteen from 20, where one in twenty is meant.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "judge/needed.h"
#include "judge/paired.h"
#include "judge/window.h"
#include "stats/bootstrap.h"
#include "stats/moments.h"
#include "stats/paired_continuous.h"

namespace pilotage {
namespace {

// Above as many draws t decides alone: they take seconds, and with so many items (20,000 at 10,000 draws) the mean is
// normal and both limits agree.
constexpr int64_t kMostDraws = 200'000'000;

struct MeanLimits {
  Answer<Estimate> t;
  std::optional<Answer<Estimate>> bca;  // absent where it would take too long or cannot add anything
  double sd = 0;                        // of the differences, on the scale of the estimate
};

bool is_affordable(const Question& question, const Pairs& pairs) {
  const int64_t resamples = std::max<int64_t>(1, question.plan.bootstrap_resamples);
  return static_cast<int64_t>(pairs.reference.size()) <= kMostDraws / resamples;
}

Answer<Estimate> bca_of(const Question& question, const Pairs& pairs, PairedStatistic statistic) {
  const BootstrapOptions options{question.alpha(), question.plan.bootstrap_resamples,
                                 static_cast<uint64_t>(question.plan.bootstrap_seed)};
  const auto bounds = paired_bootstrap(pairs.reference, pairs.candidate, statistic, options);
  if (!bounds) return {bounds.reason(), bounds.n()};
  return {Estimate{bounds->estimate, bounds->lower, bounds->upper, bounds->identical}, bounds.n()};
}

Answer<Estimate> t_of(const Answer<MeanBounds>& bounds, double offset) {
  if (!bounds) return {bounds.reason(), bounds.n()};
  return {Estimate{offset + bounds->estimate, offset + bounds->lower, offset + bounds->upper, bounds->identical},
          bounds.n()};
}

double sd_of(const Answer<MeanBounds>& bounds) {
  return bounds ? bounds->standard_error * std::sqrt(static_cast<double>(bounds.n())) : 0;
}

void negate(std::vector<double>& values) {
  std::transform(values.begin(), values.end(), values.begin(), [](double value) { return -value; });
}

// Positive where the candidate is better.
MeanLimits difference_limits(const Question& question, Pairs pairs, Direction direction) {
  if (direction == Direction::kSmallerIsBetter) {
    negate(pairs.reference);
    negate(pairs.candidate);
  }
  const auto bounds = paired_mean_bounds(pairs.reference, pairs.candidate, question.alpha());
  MeanLimits limits{t_of(bounds, 0), std::nullopt, sd_of(bounds)};
  if (!bounds || bounds->identical || !is_affordable(question, pairs)) return limits;
  limits.bca = bca_of(question, pairs, PairedStatistic::kMeanDifference);
  return limits;
}

// Beside BCa the linearised differences (c - R r) / mean(r), the delta method: they give the spread from which sample
// sizes come, and decide where there are too many items to draw from.
MeanLimits ratio_limits(const Question& question, const Pairs& pairs, double reference_mean, double candidate_mean) {
  const auto n = static_cast<int64_t>(pairs.reference.size());
  if (!(reference_mean > 0)) return {Answer<Estimate>(NoAnswer::kNotPositive, n), std::nullopt, 0};
  const double ratio = candidate_mean / reference_mean;
  std::vector<double> differences(pairs.reference.size());
  for (size_t i = 0; i < differences.size(); ++i) {
    differences[i] = (pairs.candidate[i] - ratio * pairs.reference[i]) / reference_mean;
  }
  const auto bounds = mean_bounds(differences, question.alpha());
  MeanLimits limits{t_of(bounds, ratio), std::nullopt, sd_of(bounds)};
  if (pairs.reference == pairs.candidate) limits.t = Answer<Estimate>(Estimate{1, 1, 1, true}, n);
  if (is_affordable(question, pairs)) limits.bca = bca_of(question, pairs, PairedStatistic::kRatioOfMeans);
  return limits;
}

void show_limits(const std::string& name, const Answer<Estimate>& limits, Json& details) {
  if (!limits) return void(details.set(name + "_no_answer", words(limits.reason())));
  details.set(name + "_low", limits->lower).set(name + "_high", limits->upper);
}

// Equal means may hide many answers that changed: both figures stand side by side.
std::string describe_changes(const Pairs& pairs, Direction direction, Json& details) {
  int64_t higher = 0;
  int64_t lower = 0;
  for (size_t i = 0; i < pairs.reference.size(); ++i) {
    higher += pairs.candidate[i] > pairs.reference[i];
    lower += pairs.candidate[i] < pairs.reference[i];
  }
  const bool larger = direction == Direction::kLargerIsBetter;
  const int64_t won = larger ? higher : lower;
  const int64_t lost = larger ? lower : higher;
  const auto n = static_cast<int64_t>(pairs.reference.size());
  details.set("won", won).set("lost", lost).set("unchanged", n - won - lost);
  return fmt::format("of {} items {} became worse and {} better", n, lost, won);
}

std::string method_of(bool ratio, bool drawn) {
  constexpr std::string_view kDrawnRatio = "paired bootstrap (BCa) of the ratio of means, the linearised t agreeing";
  if (ratio) return drawn ? std::string(kDrawnRatio) : "ratio of means by linearised paired t";
  return drawn ? "paired t, the paired bootstrap (BCa) agreeing" : "paired t";
}

void give_up(NoAnswer reason, Judgement& judgement) {
  judgement.reason = std::string(words(reason));
  judgement.would_change = remedy_of(reason, fmt::format("more items than {}", judgement.n));
}

// Where the second method has a say and says otherwise, the outcome is open.
void confirm(std::string_view name, const Answer<Estimate>& second, const Window& window, Judgement& judgement) {
  if (!second) {
    judgement.outcome = Outcome::kInconclusive;
    judgement.reason += fmt::format("; the {} gives no limits: {}", name, words(second.reason()));
  } else if (outcome_of(*second, window) != judgement.outcome) {
    judgement.outcome = Outcome::kInconclusive;
    judgement.reason += fmt::format("; the {}, {} to {}, does not agree", name, six_digits(second->lower),
                                    six_digits(second->upper));
  }
}

// Equal item by item: of scores that are a measure this is all there is to show. Even so a limit of 0, or of a ratio
// above 1, is not passed.
void judge_identical(const Question& question, const Estimate& estimate, const Window& window, Judgement& judgement) {
  judgement.details.set("identical", true);
  judgement.outcome = outcome_of(estimate, window);
  judgement.reason = fmt::format("the sides are identical on all {} items", judgement.n);
  if (judgement.outcome != Outcome::kPass) {
    judgement.reason += ": " + sentence(estimate, window, question.alpha());
    judgement.would_change = "a candidate that is better than the reference, or another margin under a new seal";
  }
  show(estimate, window, question.alpha(), judgement);
}

}  // namespace

void judge_means(const Question& question, const Pairs& pairs, Judgement& judgement) {
  const auto direction = direction_of(question.criterion.metric, question.candidate.unit);
  const bool ratio = is_ratio(question.criterion);
  const Window window = window_of(question.criterion, direction);
  const std::string changes = describe_changes(pairs, direction, judgement.details);
  const MeanLimits limits = ratio
                                ? ratio_limits(question, pairs, *judgement.reference_value, *judgement.candidate_value)
                                : difference_limits(question, pairs, direction);
  judgement.limit = window.limit();
  judgement.method = method_of(ratio, limits.bca.has_value());
  show_limits("t", limits.t, judgement.details);
  if (limits.bca) show_limits("bca", *limits.bca, judgement.details);
  const Answer<Estimate>& decides = ratio && limits.bca ? *limits.bca : limits.t;
  if (!decides) return give_up(decides.reason(), judgement);
  if (decides->identical) return judge_identical(question, *decides, window, judgement);
  show(*decides, window, question.alpha(), judgement);
  judgement.outcome = outcome_of(*decides, window);
  judgement.reason = fmt::format("{} {}: {}; {}", ratio ? "ratio of means" : "mean difference",
                                 six_digits(decides->value), sentence(*decides, window, question.alpha()), changes);
  if (limits.bca && ratio) confirm("linearised paired t", limits.t, window, judgement);
  if (limits.bca && !ratio) confirm("paired bootstrap", *limits.bca, window, judgement);
  if (judgement.outcome == Outcome::kFail) judgement.would_change = distance(*decides, window);
  if (judgement.outcome == Outcome::kInconclusive) {
    judgement.would_change = needed_for_mean(question, limits.sd, ratio ? 1 : 0, *decides, window, judgement);
  }
}

}  // namespace pilotage
