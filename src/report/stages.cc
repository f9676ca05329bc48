// SPDX-License-Identifier: Apache-2.0
#include "report/stages.h"

#include <algorithm>

namespace pilotage {
namespace {

StageFact& stage_of(std::vector<StageFact>& stages, const std::string& name) {
  const auto found = std::ranges::find(stages, name, &StageFact::stage);
  if (found != stages.end()) return *found;
  stages.push_back({.stage = name});
  return stages.back();
}

void add(StageFact& stage, const CaseFact& one) {
  switch (one.state) {
    case CaseState::kCompleted: ++stage.completed; break;
    case CaseState::kFailed:
    case CaseState::kBrokenOff: ++stage.failed; break;
    case CaseState::kNotRun: ++stage.not_run; break;
  }
  stage.seconds += one.seconds.value_or(0);
}

}  // namespace

std::vector<StageFact> stages_of(const Facts& facts) {
  std::vector<StageFact> stages;
  for (const auto& one : facts.cases) add(stage_of(stages, one.stage), one);
  return stages;
}

}  // namespace pilotage
