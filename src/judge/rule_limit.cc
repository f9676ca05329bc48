// SPDX-License-Identifier: Apache-2.0
// Shares are judged by their exact confidence limit (Clopper and Pearson 1934), since a share in a sample says little
// of the share in service; other statistics by the point, inclusive, since the plan names the very number that is
// wanted.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "judge/metric_traits.h"
#include "judge/needed.h"
#include "judge/rules.h"
#include "judge/statistic.h"
#include "judge/window.h"
#include "stats/moments.h"
#include "stats/paired_continuous.h"
#include "stats/proportion.h"

namespace pilotage {
namespace {

std::string with_unit(double value, const std::string& unit) {
  return unit == "1" ? six_digits(value) : six_digits(value) + " " + unit;
}

bool is_at_most(const Question& question) { return question.criterion.rule == Rule::kAtMost; }

bool holds(double value, double limit, bool at_most) { return at_most ? value <= limit : value >= limit; }

bool is_binary(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0 || value == 1; });
}

// The mean of a 0/1 metric that is known as a share is one, too: what it is called must not lower the bar.
bool is_about_share(const Question& question, const std::vector<double>& values) {
  if (question.criterion.statistic == Statistic::kShare) return true;
  return question.criterion.statistic == Statistic::kMean && is_share(question.criterion.metric) && is_binary(values);
}

Outcome share_outcome(const ShareBounds& share, double limit, bool at_most) {
  const double near = at_most ? share.upper : share.lower;
  const double far = at_most ? share.lower : share.upper;
  if (holds(near, limit, at_most)) return Outcome::kPass;
  return holds(far, limit, at_most) ? Outcome::kInconclusive : Outcome::kFail;
}

std::string share_sentence(const Question& question, const ShareBounds& share, int64_t count, Outcome outcome) {
  const bool at_most = is_at_most(question);
  const char* side = (outcome == Outcome::kFail) != at_most ? "upper" : "lower";
  const double bound = side[0] == 'u' ? share.upper : share.lower;
  const char* verdict = outcome == Outcome::kPass   ? "keeps to"
                        : outcome == Outcome::kFail ? "is already beyond"
                                                    : "does not yet keep to";
  return fmt::format("{} of {} items ({} %); the {} limit of the share at {} % confidence, {}, {} {}", count, share.n,
                     six_digits(100 * share.share), side, six_digits(100 * question.criterion.confidence),
                     six_digits(bound), verdict, six_digits(*question.criterion.limit));
}

void judge_share(const Question& question, const std::vector<double>& values, Judgement& judgement) {
  if (!is_binary(values)) {
    judgement.refusals.push_back({"implausible", "a share counts items: every number must be 0 or 1"});
    return;
  }
  const auto count = static_cast<int64_t>(std::count(values.begin(), values.end(), 1.0));
  const auto share = clopper_pearson(count, static_cast<int64_t>(values.size()), question.alpha());
  judgement.method = "Clopper-Pearson exact limit of a share, one-sided";
  if (!share) {
    judgement.reason = std::string(words(share.reason()));
    return;
  }
  judgement.value = judgement.candidate_value = share->share;
  judgement.interval = Interval{share->lower, share->upper, shown_confidence(question.alpha())};
  judgement.details.set("count", count);
  judgement.outcome = share_outcome(*share, *question.criterion.limit, is_at_most(question));
  judgement.reason = share_sentence(question, *share, count, judgement.outcome);
  if (judgement.outcome != Outcome::kPass) judgement.would_change = needed_for_share(question, *share, judgement);
}

// What the sample says of the statistic beyond the point; it does not decide.
void show_interval(const Question& question, const std::vector<double>& values, Judgement& judgement) {
  if (const auto fraction = fraction_of(question.criterion.statistic)) {
    const auto bounds = quantile_bounds(values, *fraction, question.alpha());
    if (!bounds) return;
    judgement.details.set("quantile_lower", bounds->lower).set("quantile_upper", bounds->upper);
    judgement.details.set("quantile_coverage", bounds->coverage);
    if (bounds->lower && bounds->upper && std::isfinite(*bounds->upper)) {
      judgement.interval = Interval{*bounds->lower, *bounds->upper, shown_confidence(question.alpha())};
    }
  } else if (question.criterion.statistic == Statistic::kMean) {
    const auto bounds = mean_bounds(values, question.alpha());
    if (bounds) judgement.interval = Interval{bounds->lower, bounds->upper, shown_confidence(question.alpha())};
  }
}

std::string point_method(Statistic statistic) {
  if (fraction_of(statistic)) return fmt::format("{} by nearest rank, against the limit by the point", word(statistic));
  return fmt::format("{}, against the limit by the point", word(statistic));
}

void judge_point(const Question& question, const std::vector<double>& values, Judgement& judgement) {
  const double limit = *question.criterion.limit;
  const bool at_most = is_at_most(question);
  judgement.method = point_method(question.criterion.statistic);
  const auto value = statistic_of(values, question.criterion.statistic);
  if (!value) {
    judgement.reason = std::string(words(value.reason()));
    return;
  }
  judgement.value = judgement.candidate_value = *value;
  show_interval(question, values, judgement);
  const bool passes = holds(*value, limit, at_most);
  judgement.outcome = passes ? Outcome::kPass : Outcome::kFail;
  const char* relation = passes ? (at_most ? "at most" : "at least") : (at_most ? "above" : "below");
  judgement.reason = fmt::format("the {} of {} values, {}, is {} {}", word(question.criterion.statistic), values.size(),
                                 with_unit(*value, judgement.unit), relation, with_unit(limit, judgement.unit));
  if (!passes) {
    judgement.would_change =
        fmt::format("a {} {} by {}", word(question.criterion.statistic), at_most ? "lower" : "higher",
                    with_unit(std::abs(*value - limit), judgement.unit));
  }
}

}  // namespace

void judge_limit(const Question& question, Judgement& judgement) {
  const std::vector<double> values = question.candidate.values();
  judgement.n = static_cast<int64_t>(values.size());
  judgement.limit = question.criterion.limit;
  judgement.unit = question.candidate.unit;
  if (is_about_share(question, values)) {
    judge_share(question, values, judgement);
  } else {
    judge_point(question, values, judgement);
  }
}

}  // namespace pilotage
