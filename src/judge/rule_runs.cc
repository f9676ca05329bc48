// SPDX-License-Identifier: Apache-2.0
// Runs are the unit: requests and batches of one run share its fate, and pooling them finds differences that are not
// there. Ratios by Welch (1947) on the logarithms of one value a run, differences by Welch on the values.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "judge/needed.h"
#include "judge/rules.h"
#include "judge/statistic.h"
#include "judge/window.h"
#include "stats/moments.h"
#include "stats/welch.h"

namespace pilotage {
namespace {

// One value a run; refused runs were refused before.
std::vector<double> run_values(const Side& side, Statistic statistic) {
  std::vector<double> values;
  for (const auto& run : side.runs) {
    if (const auto value = statistic_of(run, statistic)) values.push_back(*value);
  }
  return values;
}

Json to_json(const std::vector<double>& values) {
  Json array = Json::array();
  for (const double value : values) array.push(value);
  return array;
}

Answer<Estimate> ratio_of(const std::vector<double>& reference, const std::vector<double>& candidate, double alpha) {
  const auto bounds = welch_ratio_bounds(reference, candidate, alpha);
  if (!bounds) return {bounds.reason(), bounds.n()};
  return {Estimate{.value = bounds->ratio, .lower = bounds->lower, .upper = bounds->upper}, bounds.n()};
}

// Positive where the candidate is better.
Answer<Estimate> difference_of(const std::vector<double>& reference, const std::vector<double>& candidate,
                               Direction direction, double alpha) {
  const auto n = static_cast<int64_t>(reference.size() + candidate.size());
  if (std::min(reference.size(), candidate.size()) < static_cast<size_t>(kFewestRuns)) return {NoAnswer::kTooFew, n};
  const bool larger = direction == Direction::kLargerIsBetter;
  const auto bounds = larger ? welch_bounds(reference, candidate, alpha) : welch_bounds(candidate, reference, alpha);
  if (!bounds) return {bounds.reason(), bounds.n()};
  return {Estimate{.value = bounds->estimate, .lower = bounds->lower, .upper = bounds->upper}, bounds.n()};
}

// What ratios compare, so that the ratio shown is that of the values shown.
std::optional<double> geometric_mean(const std::vector<double>& values) {
  std::vector<double> logarithms;
  for (const double value : values) {
    if (!(value > 0)) return std::nullopt;
    logarithms.push_back(std::log(value));
  }
  const auto all = moments(logarithms);
  return all ? std::optional(std::exp(all->mean)) : std::nullopt;
}

std::optional<double> arithmetic_mean(const std::vector<double>& values) {
  const auto all = moments(values);
  return all ? std::optional(all->mean) : std::nullopt;
}

}  // namespace

void judge_runs(const Question& question, Judgement& judgement) {
  const auto reference = run_values(*question.reference, question.criterion.statistic);
  const auto candidate = run_values(question.candidate, question.criterion.statistic);
  const bool ratio = is_ratio(question.criterion);
  const auto direction = direction_of(question.criterion.metric, question.candidate.unit);
  judgement.n = static_cast<int64_t>(reference.size() + candidate.size());
  judgement.unit = ratio ? "1" : question.candidate.unit;
  judgement.method = ratio ? "Welch interval on the logarithms, one value a run" : "Welch interval, one value a run";
  judgement.reference_value = ratio ? geometric_mean(reference) : arithmetic_mean(reference);
  judgement.candidate_value = ratio ? geometric_mean(candidate) : arithmetic_mean(candidate);
  judgement.details.set("reference_runs", to_json(reference)).set("candidate_runs", to_json(candidate));
  const Window window = window_of(question.criterion, direction);
  const auto estimate = ratio ? ratio_of(reference, candidate, question.alpha())
                              : difference_of(reference, candidate, direction, question.alpha());
  if (!estimate) {
    judgement.limit = window.limit();
    judgement.reason = std::string(words(estimate.reason()));
    judgement.would_change =
        remedy_of(estimate.reason(), fmt::format("at least {} runs on each side, {} and {} are there", kFewestRuns,
                                                 reference.size(), candidate.size()));
    return;
  }
  show(*estimate, window, question.alpha(), judgement);
  judgement.outcome = outcome_of(*estimate, window);
  judgement.reason = fmt::format("{} {}: {}", ratio ? "ratio" : "difference", six_digits(estimate->value),
                                 sentence(*estimate, window, question.alpha()));
  if (judgement.outcome == Outcome::kFail) judgement.would_change = distance(*estimate, window);
  if (judgement.outcome == Outcome::kInconclusive) {
    judgement.would_change = needed_runs(question, *estimate, window, reference, candidate, judgement);
  }
}

}  // namespace pilotage
