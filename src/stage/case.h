// SPDX-License-Identifier: Apache-2.0
// Runs one case: a probe in, evidence out.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "evidence/store.h"
#include "plan/seal.h"
#include "probe/runner.h"
#include "stage/stage.h"

namespace pilotage {

// Where our own things lie on this machine.
struct Home {
  std::filesystem::path folder;   // holds probes/ and profiles/
  std::filesystem::path program;  // this program's file
};
// Looked for beside and above the program; an environment error where it is in neither.
Result<Home> find_home();

// What holds for every case of one run of the pilot.
struct RunContext {
  const Plan& plan;
  std::string seal;                                  // digest of the seal in force; empty: exploratory
  Home home;                                         // of this machine
  std::map<std::string, std::string> environment;    // platform -> digest of what its look at the environment found
  std::map<std::string, std::string> blocked;        // platform -> rule of the finding that stops its later stages
  std::set<std::string> complete;                    // keys of complete attempts
  std::function<void(const Progress&)> on_progress;  // never empty
};

enum class CaseEnd { kComplete, kFailed };

struct CaseResult {
  CaseEnd end = CaseEnd::kFailed;
  ProbeOutcome outcome;
};

// Nothing, or why this case is not run now. `kComplete` is not recorded again.
enum class Skip { kComplete, kRuledOut, kBlocked };
struct NotToRun {
  Skip skip = Skip::kRuledOut;
  std::string reason;
};
std::optional<NotToRun> not_to_run(const Case& one, const RunContext& context);
Status record_not_run(const Case& one, const NotToRun& why, Store& store);

// Opens an attempt, runs the probe, ends the attempt. What a bad probe does is in the result; an error is the store's.
Result<CaseResult> run_case(const Case& one, const RunContext& context, Store& store);

}  // namespace pilotage
