// SPDX-License-Identifier: Apache-2.0
#include "judge/decision.h"

#include <fmt/core.h>

#include <algorithm>

#include "judge/criterion.h"

namespace pilotage {
namespace {

std::vector<const Criterion*> in_gate_order(const Plan& plan) {
  std::vector<const Criterion*> criteria;
  for (const Criterion& criterion : plan.criteria) criteria.push_back(&criterion);
  std::stable_sort(criteria.begin(), criteria.end(),
                   [](const Criterion* a, const Criterion* b) { return a->gate < b->gate; });
  return criteria;
}

bool waits_for_quality(Gate gate) { return gate > Gate::kQuality; }

// Why performance may not be judged; empty where it may.
std::string closed_gate(const std::vector<Judgement>& so_far) {
  bool has_quality = false;
  for (const Judgement& one : so_far) {
    if (waits_for_quality(one.criterion.gate)) continue;
    if (one.outcome != Outcome::kPass) {
      return fmt::format("quality has not passed: {} is {}", one.criterion.id, word(one.outcome));
    }
    has_quality = has_quality || one.criterion.gate != Gate::kIntegrity;
  }
  return has_quality ? "" : "quality has not passed: the plan has no criterion of gate numeric or quality";
}

bool concerns(const Platform& candidate, const Plan& plan, const std::string& platform) {
  return platform == candidate.name || platform == plan.reference().name;
}

void add_overrides(const Plan& plan, const Platform& candidate, std::vector<std::string>& conditions) {
  for (const Override& one : plan.overrides) {
    if (!concerns(candidate, plan, one.platform)) continue;
    conditions.push_back(
        fmt::format("overridden: finding {} on {}, because {}", one.finding, one.platform, one.reason));
  }
}

void add_underpowered(const Plan& plan, std::vector<std::string>& conditions) {
  for (const Criterion& one : plan.criteria) {
    if (one.accept_underpowered.empty()) continue;
    conditions.push_back(fmt::format("accepted underpowered: {}, because {}", one.id, one.accept_underpowered));
  }
}

void add_signature(const Plan& plan, const EvidenceView& view, std::vector<std::string>& conditions) {
  if (plan.signing_key.empty() || !view.seal || !view.seal->seal.signature.empty()) return;
  conditions.push_back("not verified: the plan names a signing key, but its seal bears no signature");
}

const Attempt* attempt_of(const EvidenceView& view, Sequence sequence) {
  const auto found = std::find_if(view.attempts.begin(), view.attempts.end(),
                                  [&](const Attempt& one) { return one.sequence == sequence; });
  return found == view.attempts.end() ? nullptr : &*found;
}

void add_new(std::string text, std::vector<std::string>& texts) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

// The platform that a finding was made on, if it may count.
const std::string* found_on(const Plan& plan, const EvidenceView& view, const Note& finding) {
  const Attempt* attempt = attempt_of(view, finding.attempt);
  return attempt == nullptr || flaw_of(plan, view, *attempt) ? nullptr : &attempt->platform;
}

// What a probe could not classify was not verified by anyone.
void add_unknown_findings(const Plan& plan, const EvidenceView& view, const Platform& candidate,
                          std::vector<std::string>& conditions) {
  for (const Note& note : view.findings) {
    if (note.body.text_or("class") != "unknown") continue;
    const std::string* platform = found_on(plan, view, note);
    if (platform == nullptr || *platform != candidate.name) continue;
    add_new(fmt::format("not verified: {} ({})", note.body.text_or("text"), note.body.text_or("rule")), conditions);
  }
}

bool is_overridden(const Plan& plan, const std::string& platform, std::string_view rule) {
  return std::any_of(plan.overrides.begin(), plan.overrides.end(),
                     [&](const Override& one) { return one.platform == platform && one.finding == rule; });
}

bool is_blocking(const Note& finding) {
  const Json* blocking = finding.body.find("blocking");
  return blocking != nullptr && blocking->boolean_if() != nullptr && *blocking->boolean_if();
}

// Numbers whose environment nobody looked at cannot be told from stale ones.
void add_unknown_environment(const Plan& plan, const EvidenceView& view, const Platform& candidate,
                             std::vector<std::string>& conditions) {
  for (const std::string& platform : {plan.reference().name, candidate.name}) {
    const bool is_measured = std::any_of(view.attempts.begin(), view.attempts.end(),
                                         [&](const Attempt& one) { return one.complete && one.platform == platform; });
    if (!is_measured || view.latest.locks.contains(platform)) continue;
    conditions.push_back(fmt::format("not verified: the environment of {} was never looked at", platform));
  }
}

// A stop that later attempts have overtaken is history.
void add_stop(const EvidenceView& view, std::vector<std::string>& conditions) {
  if (view.stops.empty()) return;
  const Note& stop = view.stops.back();
  if (!view.attempts.empty() && view.attempts.back().sequence > stop.sequence) return;
  conditions.push_back(fmt::format("the run stopped early: {}", stop.body.text_or("reason")));
}

}  // namespace

std::vector<Judgement> judge_gates(const Plan& plan, const EvidenceView& view, Sides& sides,
                                   const Platform& candidate) {
  std::vector<Judgement> judgements;
  std::string closed;
  bool looked = false;
  for (const Criterion* criterion : in_gate_order(plan)) {
    if (waits_for_quality(criterion->gate) && !looked) {
      closed = closed_gate(judgements);
      looked = true;
    }
    if (closed.empty()) {
      judgements.push_back(judge_criterion(plan, view, sides, *criterion, candidate));
    } else {
      judgements.push_back(not_judged(*criterion, candidate, closed, "quality that passes"));
    }
  }
  return judgements;
}

std::vector<std::string> conditions_of(const Plan& plan, const EvidenceView& view, const Platform& candidate) {
  std::vector<std::string> conditions;
  add_overrides(plan, candidate, conditions);
  add_underpowered(plan, conditions);
  add_signature(plan, view, conditions);
  add_unknown_findings(plan, view, candidate, conditions);
  add_unknown_environment(plan, view, candidate, conditions);
  add_stop(view, conditions);
  return conditions;
}

std::vector<std::string> blocks_of(const Plan& plan, const EvidenceView& view, const Platform& candidate) {
  std::vector<std::string> blocks;
  for (const Note& note : view.findings) {
    if (!is_blocking(note)) continue;
    const std::string* platform = found_on(plan, view, note);
    const std::string_view rule = note.body.text_or("rule");
    if (platform == nullptr || !concerns(candidate, plan, *platform) || is_overridden(plan, *platform, rule)) continue;
    add_new(fmt::format("blocked: {} on {}: {}", rule, *platform, note.body.text_or("text")), blocks);
  }
  return blocks;
}

Decision decide(const std::vector<Judgement>& judgements, const std::vector<std::string>& conditions) {
  const auto any = [&](Outcome outcome) {
    return std::any_of(judgements.begin(), judgements.end(),
                       [&](const Judgement& one) { return one.outcome == outcome; });
  };
  if (any(Outcome::kFail)) return Decision::kNoGo;
  if (judgements.empty() || any(Outcome::kInconclusive) || any(Outcome::kNotJudged))
    return Decision::kInsufficientEvidence;
  return conditions.empty() ? Decision::kGo : Decision::kGoWithConditions;
}

}  // namespace pilotage
