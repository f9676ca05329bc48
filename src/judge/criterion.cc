// SPDX-License-Identifier: Apache-2.0
#include "judge/criterion.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "judge/metric_traits.h"
#include "judge/missing.h"
#include "judge/pairing.h"
#include "judge/rules.h"
#include "judge/window.h"

namespace pilotage {
namespace {

bool needs_reference(Rule rule) { return rule != Rule::kAtMost && rule != Rule::kAtLeast; }

void add_new(const std::vector<Refusal>& from, std::vector<Refusal>& to) {
  for (const Refusal& refusal : from) {
    const bool is_there = std::any_of(
        to.begin(), to.end(), [&](const Refusal& one) { return one.code == refusal.code && one.text == refusal.text; });
    if (!is_there) to.push_back(refusal);
  }
}

// The limit, or an absolute margin, and the numbers must be of one unit. Ratios have none.
std::optional<Refusal> wrong_unit(const Criterion& criterion, const Side& side) {
  if (is_ratio(criterion) || criterion.unit.empty() || side.unit.empty() || criterion.unit == side.unit)
    return std::nullopt;
  return Refusal{"other_conditions", fmt::format("the criterion is in \"{}\", the numbers on {} are in \"{}\"",
                                                 criterion.unit, side.platform->name, side.unit)};
}

// Measured once a run, or in runs that share their fate: runs are what counts, not the single numbers.
bool is_about_runs(const Side& side) {
  if (is_time(side.unit) || is_rate(side.unit)) return true;
  return std::all_of(side.samples.begin(), side.samples.end(), [](const Sample& one) { return one.item.empty(); });
}

void refuse(Judgement& judgement) {
  judgement.outcome = Outcome::kInconclusive;
  judgement.value = judgement.candidate_value = judgement.reference_value = std::nullopt;
  judgement.interval = std::nullopt;
  std::vector<std::string> texts;
  std::vector<std::string> steps;
  for (const Refusal& refusal : judgement.refusals) {
    texts.push_back(fmt::format("{}: {}", refusal.code, refusal.text));
    if (auto step = remedy(refusal.code); std::find(steps.begin(), steps.end(), step) == steps.end())
      steps.push_back(step);
  }
  judgement.reason = "the evidence may not count: " + join(texts, "; ");
  judgement.would_change = join(steps, "; ");
}

void ask_rule(const Question& question, Judgement& judgement) {
  if (question.reference == nullptr) return judge_limit(question, judgement);
  if (is_about_runs(question.candidate)) return judge_runs(question, judgement);
  judge_items(question, judgement);
}

void gather_refusals(const Plan& plan, const EvidenceView& view, Sides& sides, const Wanted& wanted,
                     Judgement& judgement) {
  const Side& candidate = sides.of(wanted);
  add_new(candidate.refusals, judgement.refusals);
  if (auto refusal = twin_of(plan, wanted, sides)) judgement.refusals.push_back(std::move(*refusal));
  if (auto refusal = wrong_unit(judgement.criterion, candidate)) judgement.refusals.push_back(std::move(*refusal));
  if (!needs_reference(judgement.criterion.rule)) return;
  const Wanted other{&plan.reference(), wanted.workload, wanted.metric};
  const Side& reference = sides.of(other);
  add_new(reference.refusals, judgement.refusals);
  if (candidate.attempts.empty() || reference.attempts.empty()) return;
  if (auto refusal = mismatch(view, reference, candidate)) judgement.refusals.push_back(std::move(*refusal));
}

Judgement open_judgement(const Criterion& criterion, const Platform& candidate) {
  Judgement judgement;
  judgement.criterion = criterion;
  judgement.candidate = candidate.name;
  judgement.unit = criterion.unit;
  return judgement;
}

}  // namespace

Judgement judge_criterion(const Plan& plan, const EvidenceView& view, Sides& sides, const Criterion& criterion,
                          const Platform& candidate) {
  Judgement judgement = open_judgement(criterion, candidate);
  const Wanted wanted{&candidate, criterion.workload, criterion.metric};
  gather_refusals(plan, view, sides, wanted, judgement);
  if (judgement.refusals.empty()) {
    const Side* reference =
        needs_reference(criterion.rule) ? &sides.of({&plan.reference(), wanted.workload, wanted.metric}) : nullptr;
    const Side& side = sides.of(wanted);
    const bool larger = direction_of(criterion.metric, side.unit) == Direction::kLargerIsBetter;
    judgement.details.set("direction", larger ? "larger is better" : "smaller is better");
    ask_rule({plan, criterion, side, reference}, judgement);
  }
  if (!judgement.refusals.empty()) refuse(judgement);
  return judgement;
}

Judgement not_judged(const Criterion& criterion, const Platform& candidate, std::string reason,
                     std::string would_change) {
  Judgement judgement = open_judgement(criterion, candidate);
  judgement.outcome = Outcome::kNotJudged;
  judgement.reason = std::move(reason);
  judgement.would_change = std::move(would_change);
  return judgement;
}

}  // namespace pilotage
