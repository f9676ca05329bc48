// SPDX-License-Identifier: Apache-2.0
#include "judge/needed.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.h"
#include "stats/bootstrap.h"
#include "stats/moments.h"
#include "stats/power_mean.h"
#include "stats/power_paired_binary.h"
#include "stats/power_share.h"
#include "stats/welch.h"

namespace pilotage {
namespace {

struct Needed {
  std::optional<int64_t> if_equal;
  std::optional<int64_t> as_observed;
};

std::optional<int64_t> number_of(const Answer<int64_t>& answer) {
  return answer ? std::optional(*answer) : std::nullopt;
}
std::optional<int64_t> number_of(const Answer<SampleSize>& answer) {
  return answer ? std::optional(answer->lasting) : std::nullopt;
}

std::string percent(double share) { return six_digits(100 * share) + " %"; }

// `have` is what there is; `what` names it: `items`, `runs on each side`.
std::string phrase(const Needed& needed, int64_t have, std::string_view what, double power, Judgement& judgement) {
  judgement.details.set("needed_if_equal", needed.if_equal).set("needed_as_observed", needed.as_observed);
  const auto deciding = [&](int64_t number, std::string_view condition) {
    return fmt::format("{} {} in place of {} decide with power {} {}", number, what, have, percent(power), condition);
  };
  constexpr std::string_view kAsObserved = "if what was observed is the truth";
  if (!needed.if_equal) {
    return needed.as_observed ? deciding(*needed.as_observed, kAsObserved)
                              : fmt::format("no number of {} lets it pass {}", what, kAsObserved);
  }
  const std::string equal =
      *needed.if_equal > have
          ? deciding(*needed.if_equal, "if the candidate is as good as the reference")
          : fmt::format(
                "{} {} would do if the candidate were as good as the reference, but what was observed leaves it open",
                *needed.if_equal, what);
  if (!needed.as_observed) return equal + fmt::format("; no number lets it pass {}", kAsObserved);
  return equal + fmt::format("; {} {}", *needed.as_observed, kAsObserved);
}

// Two one-sided tests share the error of the second kind between both ends.
double power_wanted(const Criterion& criterion) {
  return criterion.rule == Rule::kEquivalent ? 1 - (1 - criterion.power) / 2 : criterion.power;
}

// How far `value` lies inside the window, from its nearest end.
double room(double value, const Window& window) {
  double nearest = std::numeric_limits<double>::infinity();
  if (window.above) nearest = std::min(nearest, value - *window.above);
  if (window.below) nearest = std::min(nearest, *window.below - value);
  return nearest;
}

// The design whose true mean lies `inside` from the limit: margin and difference only count by their sum.
std::optional<int64_t> items_for(double inside, double sd, const Question& question) {
  if (!(inside > 0)) return std::nullopt;
  const auto needed = number_of(paired_mean_sample_size({.margin = inside, .sd = sd, .alpha = question.alpha()},
                                                        power_wanted(question.criterion)));
  return needed ? std::optional(std::max(*needed, fewest_bootstrap_items(question.alpha()))) : needed;
}

std::optional<int64_t> runs_for(double inside, double sd, const Question& question) {
  const auto needed = number_of(
      ratio_runs({.distance = inside, .sd = sd, .alpha = question.alpha()}, power_wanted(question.criterion)));
  return needed ? std::optional(std::max(*needed, kFewestRuns)) : needed;
}

Window logarithms(const Window& window) {
  Window result;
  if (window.above) result.above = std::log(*window.above);
  if (window.below) result.below = std::log(*window.below);
  return result;
}

// Of the logarithms for ratios, pooled over both sides.
double pooled_sd(std::vector<double> reference, std::vector<double> candidate, bool ratio) {
  const auto spread = [ratio](std::vector<double>& values) {
    if (ratio)
      std::transform(values.begin(), values.end(), values.begin(), [](double value) { return std::log(value); });
    const auto all = moments(values);
    return all ? all->sd.value_or(0) : 0;
  };
  const double left = spread(reference);
  const double right = spread(candidate);
  return std::sqrt((left * left + right * right) / 2);
}

}  // namespace

std::string needed_for_table(const Question& question, const PairedTable& table, const Window& window,
                             Judgement& judgement) {
  const auto n = static_cast<double>(table.n());
  const double difference = static_cast<double>(table.candidate_only - table.reference_only) / n;
  PairedBinaryDesign design{
      .margin = -*window.above, .flips = static_cast<double>(table.flips()) / n, .alpha = question.alpha()};
  Needed needed;
  const double power = power_wanted(question.criterion);
  needed.if_equal = number_of(tango_sample_size(design, power));
  design.difference = window.below ? -std::abs(difference) : difference;
  needed.as_observed = number_of(tango_sample_size(design, power));
  return fmt::format("{} ({} of the answers change)",
                     phrase(needed, table.n(), "items", question.criterion.power, judgement), percent(design.flips));
}

std::string needed_for_mean(const Question& question, double sd, double equal, const Estimate& estimate,
                            const Window& window, Judgement& judgement) {
  const Needed needed{items_for(room(equal, window), sd, question),
                      items_for(room(estimate.value, window), sd, question)};
  return phrase(needed, judgement.n, "items", question.criterion.power, judgement);
}

std::string needed_for_share(const Question& question, const ShareBounds& share, Judgement& judgement) {
  const bool at_most = question.criterion.rule == Rule::kAtMost;
  const double limit = *question.criterion.limit;
  if (judgement.outcome == Outcome::kFail) {
    return fmt::format("a share of {} {} in place of {}", at_most ? "at most" : "at least", six_digits(limit),
                       six_digits(share.share));
  }
  const ShareDesign design{.limit = limit, .share = share.share, .alpha = question.alpha()};
  const double power = question.criterion.power;
  const auto needed = number_of(at_most ? at_most_sample_size(design, power) : at_least_sample_size(design, power));
  judgement.details.set("needed_as_observed", needed);
  if (!needed) return fmt::format("no number of items lets it pass if {} is the true share", six_digits(share.share));
  return fmt::format("{} items in place of {} decide with power {} if {} is the true share", *needed, share.n,
                     percent(power), six_digits(share.share));
}

std::string needed_runs(const Question& question, const Estimate& estimate, const Window& window,
                        const std::vector<double>& reference, const std::vector<double>& candidate,
                        Judgement& judgement) {
  const bool ratio = is_ratio(question.criterion);
  const double sd = pooled_sd(reference, candidate, ratio);
  const Window scale = ratio ? logarithms(window) : window;
  const Needed needed{runs_for(room(0, scale), sd, question),
                      runs_for(room(ratio ? std::log(estimate.value) : estimate.value, scale), sd, question)};
  const auto have = static_cast<int64_t>(std::min(reference.size(), candidate.size()));
  return phrase(needed, have, "runs on each side", question.criterion.power, judgement);
}

std::string remedy_of(NoAnswer reason, std::string if_too_few) {
  if (reason == NoAnswer::kTooFew) return if_too_few;
  if (reason == NoAnswer::kNoSpread) return "numbers that vary: without any spread their error cannot be estimated";
  if (reason == NoAnswer::kNotPositive) return "numbers above zero: a ratio needs them";
  return "other numbers: " + std::string(words(reason));
}

}  // namespace pilotage
