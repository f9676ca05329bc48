// SPDX-License-Identifier: Apache-2.0
// The words of a verdict, its exit code and its JSON shape. docs/json.md documents the shape: change both together.
#include "judge/verdict.h"

#include <algorithm>
#include <cmath>

namespace pilotage {
namespace {

// JSON has no infinities: a limit that does not exist is null.
Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json number_or_null(const std::optional<double>& value) { return value ? number_or_null(*value) : Json(); }

Json refusals_to_json(const std::vector<Refusal>& refusals) {
  Json array = Json::array();
  for (const auto& refusal : refusals) {
    array.push(Json::object().set("code", refusal.code).set("text", refusal.text));
  }
  return array;
}

Json interval_to_json(const std::optional<Interval>& interval) {
  if (!interval) return {};
  Json json = Json::object();
  json.set("low", number_or_null(interval->low)).set("high", number_or_null(interval->high));
  return json.set("confidence", number_or_null(interval->confidence));
}

Json margin_to_json(const std::optional<Margin>& margin) {
  if (!margin) return {};
  Json json = Json::object();
  return json.set("value", number_or_null(margin->value)).set("scale", word(margin->scale));
}

void set_criterion(Json& json, const Criterion& criterion) {
  json.set("criterion", criterion.id).set("workload", criterion.workload).set("metric", criterion.metric);
  json.set("statistic", word(criterion.statistic)).set("rule", word(criterion.rule)).set("gate", word(criterion.gate));
  json.set("confidence", number_or_null(criterion.confidence)).set("margin", margin_to_json(criterion.margin));
}

Json judgement_to_json(const Judgement& judgement) {
  Json json = Json::object();
  set_criterion(json, judgement.criterion);
  json.set("outcome", word(judgement.outcome)).set("reason", judgement.reason);
  json.set("would_change", judgement.would_change).set("method", judgement.method).set("n", judgement.n);
  json.set("reference_value", number_or_null(judgement.reference_value));
  json.set("candidate_value", number_or_null(judgement.candidate_value));
  json.set("value", number_or_null(judgement.value)).set("limit", number_or_null(judgement.limit));
  json.set("interval", interval_to_json(judgement.interval)).set("unit", judgement.unit);
  json.set("refusals", refusals_to_json(judgement.refusals));
  return json.set("details", judgement.details);
}

Json candidate_to_json(const CandidateVerdict& verdict) {
  Json json = Json::object();
  json.set("candidate", verdict.candidate).set("paper", verdict.paper).set("decision", word(verdict.decision));
  Json conditions = Json::array();
  for (const auto& condition : verdict.conditions) conditions.push(condition);
  json.set("conditions", std::move(conditions));
  Json judgements = Json::array();
  for (const auto& judgement : verdict.judgements) judgements.push(judgement_to_json(judgement));
  return json.set("judgements", std::move(judgements));
}

int exit_code_of(Decision decision) {
  switch (decision) {
    case Decision::kGo:
    case Decision::kGoWithConditions: return 0;
    case Decision::kNoGo: return 1;
    case Decision::kInsufficientEvidence: break;
  }
  return 4;
}

// NO GO outranks INSUFFICIENT EVIDENCE: a proven failure stays one whatever else would still be measured.
int rank(int exit_code) { return exit_code == 1 ? 2 : exit_code == 4 ? 1 : 0; }

}  // namespace

int exit_code_of(const Verdict& verdict) {
  std::optional<int> worst;
  for (const auto& candidate : verdict.candidates) {
    if (candidate.paper) continue;
    const int code = exit_code_of(candidate.decision);
    if (!worst || rank(code) > rank(*worst)) worst = code;
  }
  return worst.value_or(4);  // nothing measured shows nothing
}

std::string_view word(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass: return "PASS";
    case Outcome::kFail: return "FAIL";
    case Outcome::kInconclusive: return "INCONCLUSIVE";
    case Outcome::kNotJudged: break;
  }
  return "NOT JUDGED";
}

std::string_view word(Decision decision) {
  switch (decision) {
    case Decision::kGo: return "GO";
    case Decision::kGoWithConditions: return "GO WITH CONDITIONS";
    case Decision::kNoGo: return "NO GO";
    case Decision::kInsufficientEvidence: break;
  }
  return "INSUFFICIENT EVIDENCE";
}

Json verdict_to_json(const Verdict& verdict) {
  Json json = Json::object();
  json.set("exit_code", exit_code_of(verdict));
  json.set("seal", verdict.seal.empty() ? Json() : Json(verdict.seal)).set("plan_digest", verdict.plan_digest);
  json.set("rechecked", verdict.rechecked).set("integrity", refusals_to_json(verdict.integrity));
  Json candidates = Json::array();
  for (const auto& candidate : verdict.candidates) candidates.push(candidate_to_json(candidate));
  return json.set("candidates", std::move(candidates));
}

}  // namespace pilotage
