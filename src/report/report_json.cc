// SPDX-License-Identifier: Apache-2.0
#include "report/report_json.h"

#include <cmath>

#include "report/answers.h"
#include "report/gaps.h"
#include "report/markup.h"
#include "report/stages.h"
#include "report/words.h"

namespace pilotage {
namespace {

constexpr int kVersion = 1;  // of this shape: grows when a member is removed or changes its meaning

// Every element of a list through one function.
template <typename List, typename Convert>  // a template because each list has its own element type
Json array_of(const List& list, const Convert& convert) {
  Json array = Json::array();
  for (const auto& one : list) array.push(convert(one));
  return array;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

// JSON has no infinities: a limit that does not exist is null.
Json number_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json();
}

Json texts(const std::vector<std::string>& list) {
  return array_of(list, [](const std::string& one) { return Json(one); });
}

Json pilot_to_json(const Plan& plan) {
  Json json = Json::object();
  json.set("name", plan.name).set("question", plan.question);
  return json.set("plan", plan.file.filename().string());
}

Json plan_part(const Plan& plan) {
  Json json = Json::object();
  json.set("bootstrap_seed", plan.bootstrap_seed).set("bootstrap_resamples", plan.bootstrap_resamples);
  json.set("criteria", array_of(plan.criteria, [](const Criterion& one) {
             Json criterion = Json::object();
             criterion.set("id", one.id).set("gate", word(one.gate)).set("asked", asked(one));
             return criterion.set("accept_underpowered", text_or_null(one.accept_underpowered));
           }));
  return json.set(
      "overrides", array_of(plan.overrides, [](const Override& one) {
        Json json_override = Json::object();
        return json_override.set("platform", one.platform).set("finding", one.finding).set("reason", one.reason);
      }));
}

Json platform_to_json(const Platform& one) {
  Json json = Json::object();
  json.set("name", one.name).set("role", word(one.role)).set("paper", one.paper).set("profile", one.profile);
  json.set("launcher", texts(one.launcher)).set("device", one.device).set("precision", one.precision);
  json.set("threads", one.threads).set("entry", text_or_null(one.entry)).set("options", one.options);
  return json.set("environment", texts(one.environment));
}

Json answers_to_json(const ChangedAnswers& one) {
  Json json = Json::object();
  json.set("candidate", one.candidate).set("workload", one.workload).set("metric", one.metric).set("n", one.n());
  json.set("both_right", one.both_right).set("lost", one.lost).set("won", one.won).set("both_wrong", one.both_wrong);
  return json.set("changed", one.changed())
      .set("changed_share", one.changed_share())
      .set("reference_share", one.reference_share())
      .set("candidate_share", one.candidate_share());
}

Json case_to_json(const CaseFact& one) {
  Json json = Json::object();
  json.set("stage", one.stage).set("platform", one.platform).set("workload", text_or_null(one.workload));
  json.set("probe", one.probe).set("run", one.run).set("state", word(one.state));
  return json.set("seconds", number_or_null(one.seconds)).set("reason", text_or_null(one.reason));
}

Json stage_to_json(const StageFact& one) {
  Json json = Json::object();
  json.set("stage", one.stage).set("question", question_of_stage(one.stage)).set("completed", one.completed);
  return json.set("failed", one.failed).set("not_run", one.not_run).set("seconds", number_or_null(one.seconds));
}

Json measurement_to_json(const Measurement& one) {
  Json json = Json::object();
  json.set("stage", one.stage).set("platform", one.platform).set("workload", text_or_null(one.workload));
  json.set("probe", one.probe).set("metric", one.metric).set("item", text_or_null(one.item)).set("unit", one.unit);
  json.set("n", one.n).set("of_runs", one.of_runs).set("median", number_or_null(one.median));
  json.set("least", number_or_null(one.least)).set("greatest", number_or_null(one.greatest));
  json.set("low", number_or_null(one.low)).set("high", number_or_null(one.high));
  return json.set("confidence", number_or_null(one.confidence));
}

Json environment_to_json(const EnvironmentFact& one) {
  Json json = Json::object();
  return json.set("platform", one.platform).set("probe", one.probe).set("name", one.name).set("value", one.value);
}

Json event_to_json(const EventFact& one) {
  Json json = Json::object();
  json.set("kind", one.kind).set("platform", text_or_null(one.platform)).set("stage", text_or_null(one.stage));
  return json.set("text", one.text);
}

Json artifact_to_json(const ArtifactFact& one) {
  Json json = Json::object();
  json.set("platform", one.platform).set("probe", one.probe).set("name", one.name).set("media", one.media);
  return json.set("sha256", one.sha256).set("bytes", one.bytes);
}

Json data_to_json(const DataFact& one) {
  Json json = Json::object();
  return json.set("workload", one.workload).set("path", one.path).set("sha256", one.sha256).set("items", one.items);
}

Json provenance_to_json(const Facts& facts) {
  Json json = Json::object();
  json.set("records", facts.head.sequence).set("head", text_or_null(facts.head.hash));
  json.set("observations", facts.observations).set("artifacts_total", facts.artifacts_total);
  json.set("attempts", facts.attempts_total).set("attempts_of_other_seals", facts.attempts_of_other_seals);
  json.set("sealed", text_or_null(facts.sealed)).set("signer", text_or_null(facts.signer));
  json.set("last_started", text_or_null(facts.last_started)).set("data", array_of(facts.data, data_to_json));
  return json.set("artifacts", array_of(facts.artifacts, artifact_to_json));
}

Json gap_to_json(const Gap& gap) {
  Json json = Json::object();
  return json.set("what", gap.what).set("why", gap.why);
}

Json definitions_to_json(const Verdict& verdict, const Facts& facts) {
  Json json = Json::object();
  for (const auto& [metric, definition] : definitions_of(verdict, facts)) json.set(metric, definition);
  return json;
}

// Names and reasons may come from where nobody checked them (a file's name, a program's last words); JSON is UTF-8.
Json with_valid_text(const Json& json) {
  if (const auto* words = json.string_if()) return Json(valid_utf8(*words));
  if (const auto* array = json.array_if()) return array_of(*array, with_valid_text);
  if (const auto* object = json.object_if()) {
    Json out = Json::object();
    for (const auto& [key, value] : *object) out.set(valid_utf8(key), with_valid_text(value));
    return out;
  }
  return json;
}

}  // namespace

Json report_to_json(const Plan& plan, const Verdict& verdict, const Facts& facts) {
  Json json = Json::object();
  json.set("report", kVersion).set("pilot", pilot_to_json(plan)).set("verdict", verdict_to_json(verdict));
  json.set("answers", array_of(changed_answers(verdict), answers_to_json)).set("plan", plan_part(plan));
  json.set("platforms", array_of(plan.platforms, platform_to_json));
  json.set("environment", array_of(facts.environment, environment_to_json));
  json.set("measurements", array_of(facts.measurements, measurement_to_json));
  json.set("stages", array_of(stages_of(facts), stage_to_json)).set("cases", array_of(facts.cases, case_to_json));
  json.set("events", array_of(facts.events, event_to_json));
  json.set("not_measured", array_of(gaps_of(plan, verdict, facts), gap_to_json));
  json.set("definitions", definitions_to_json(verdict, facts));
  json.set("provenance", provenance_to_json(facts));
  return with_valid_text(json);
}

}  // namespace pilotage
