// SPDX-License-Identifier: Apache-2.0
// One run of a pilot, from plan file to report: the program's main job.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/terminal.h"
#include "evidence/store.h"
#include "judge/verdict.h"
#include "plan/plan.h"
#include "plan/seal.h"

namespace pilotage {

enum class Purpose { kAcceptance, kExploratory };

struct RunOptions {
  std::filesystem::path plan_path;
  std::vector<std::string> stages;  // empty: all
  Purpose purpose = Purpose::kAcceptance;
};

struct PilotOutcome {
  Verdict verdict;
  int64_t cases_run = 0;
  int64_t cases_complete_before = 0;
  int64_t cases_failed = 0;
  std::string stopped;  // why the run stopped early; empty: it did not
};

Result<PilotOutcome> run_pilot(const RunOptions& options, Terminal& terminal);

// The seal in force, refused where the plan or the data are no longer what was sealed.
Result<Seal> require_seal(const Plan& plan, const Store& store);
// The newest seal in the chain; nothing where there is none.
Result<std::optional<Seal>> seal_in_force(const Store& store);

}  // namespace pilotage
