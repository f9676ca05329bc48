// SPDX-License-Identifier: Apache-2.0
#include "report/gaps.h"

#include <algorithm>
#include <map>

#include "report/definitions.h"
#include "report/stages.h"
#include "report/words.h"

namespace pilotage {
namespace {

void add_paper(std::vector<Gap>& gaps, const Plan& plan) {
  for (const auto& platform : plan.platforms) {
    if (platform.paper)
      gaps.push_back({"platform " + platform.name, "it is mapped on paper only; nothing was run on it"});
  }
}

void add_cases(std::vector<Gap>& gaps, const Facts& facts) {
  for (const auto& one : facts.cases) {
    if (one.state != CaseState::kNotRun) continue;
    const std::string workload = one.workload.empty() ? "" : " of " + one.workload;
    gaps.push_back({one.stage + ": " + one.probe + workload + " on " + one.platform, one.reason});
  }
}

void add_criteria(std::vector<Gap>& gaps, const Verdict& verdict) {
  for (const auto& candidate : verdict.candidates) {
    for (const auto& judgement : candidate.judgements) {
      if (judgement.outcome != Outcome::kNotJudged) continue;
      gaps.push_back({"criterion " + judgement.criterion.id + " on " + candidate.candidate, judgement.reason});
    }
  }
}

void add_stages(std::vector<Gap>& gaps, const Facts& facts) {
  const auto stages = stages_of(facts);
  for (const auto name : procedure_stages()) {
    if (std::ranges::find(stages, name, &StageFact::stage) != stages.end()) continue;
    gaps.push_back({"stage " + std::string(name), "the evidence holds no case of it"});
  }
}

void add_gates(std::vector<Gap>& gaps, const Plan& plan) {
  for (const Gate gate : {Gate::kQuality, Gate::kLatency, Gate::kEndurance, Gate::kCost}) {
    if (std::ranges::find(plan.criteria, gate, &Criterion::gate) != plan.criteria.end()) continue;
    gaps.push_back({"gate " + std::string(word(gate)), "the plan has no criterion for it"});
  }
}

}  // namespace

std::vector<Gap> gaps_of(const Plan& plan, const Verdict& verdict, const Facts& facts) {
  std::vector<Gap> gaps;
  add_paper(gaps, plan);
  add_criteria(gaps, verdict);
  add_cases(gaps, facts);
  add_stages(gaps, facts);
  add_gates(gaps, plan);
  return gaps;
}

std::vector<std::pair<std::string, std::string>> definitions_of(const Verdict& verdict, const Facts& facts) {
  std::map<std::string, std::string> definitions;
  const auto add = [&](const std::string& metric) { definitions.emplace(metric, definition_of(metric)); };
  for (const auto& candidate : verdict.candidates) {
    for (const auto& judgement : candidate.judgements) add(judgement.criterion.metric);
  }
  for (const auto& measurement : facts.measurements) add(measurement.metric);
  return {definitions.begin(), definitions.end()};
}

}  // namespace pilotage
