// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict_of.h"

#include <fmt/core.h>

#include <algorithm>

#include "judge/decision.h"
#include "judge/missing.h"

namespace pilotage {
namespace {

// Refusals that belong to no attempt concern one platform where they name it, else all.
bool concerns_all(const Note& note) { return note.attempt == 0; }

std::vector<Refusal> integrity_of(const EvidenceView& view) {
  std::vector<Refusal> refusals;
  if (!view.unsealed.empty()) refusals.push_back({"before_seal", view.unsealed});
  for (const Note& note : view.refusals) {
    if (concerns_all(note)) refusals.push_back(refusal_of(note));
  }
  return refusals;
}

bool is_refused_as_a_whole(const Plan& plan, const EvidenceView& view, const Platform& candidate) {
  if (!view.unsealed.empty()) return true;
  return std::any_of(view.refusals.begin(), view.refusals.end(), [&](const Note& note) {
    const std::string_view platform = note.body.text_or("platform");
    const bool is_his = platform.empty() || platform == candidate.name || platform == plan.reference().name;
    return concerns_all(note) && is_his;
  });
}

std::string rechecked_of(const EvidenceView& view) {
  size_t numbers = 0;
  for (const auto& [key, observations] : view.numbers) numbers += observations.size();
  return fmt::format(
      "the links of the {} numbers that the criteria read; `pilotage verify` rechecks all {} records, every "
      "artifact and the seal's signature",
      numbers, view.head.sequence);
}

CandidateVerdict judge_candidate(const Plan& plan, const EvidenceView& view, Sides& sides, const Platform& candidate) {
  CandidateVerdict verdict;
  verdict.candidate = candidate.name;
  verdict.paper = candidate.paper;
  if (candidate.paper) {
    verdict.conditions.push_back("not verified: a paper platform is mapped, never run");
    return verdict;
  }
  verdict.judgements = judge_gates(plan, view, sides, candidate);
  verdict.conditions = conditions_of(plan, view, candidate);
  verdict.decision = decide(verdict.judgements, verdict.conditions);
  const auto blocks = blocks_of(plan, view, candidate);
  verdict.conditions.insert(verdict.conditions.end(), blocks.begin(), blocks.end());
  const bool is_go = verdict.decision == Decision::kGo || verdict.decision == Decision::kGoWithConditions;
  if (is_go && (!blocks.empty() || is_refused_as_a_whole(plan, view, candidate)))
    verdict.decision = Decision::kInsufficientEvidence;
  return verdict;
}

}  // namespace

Verdict verdict_of(const Plan& plan, const EvidenceView& view) {
  Verdict verdict;
  if (view.seal) verdict.seal = view.seal->seal.digest;
  verdict.plan_digest = digest_of(plan);
  verdict.integrity = integrity_of(view);
  verdict.rechecked = rechecked_of(view);
  Sides sides(plan, view);
  for (const Platform* candidate : plan.candidates()) {
    verdict.candidates.push_back(judge_candidate(plan, view, sides, *candidate));
  }
  return verdict;
}

}  // namespace pilotage
