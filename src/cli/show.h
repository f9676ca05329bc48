// SPDX-License-Identifier: Apache-2.0
// What several verbs show people alike.
#pragma once

#include <filesystem>

#include "cli/terminal.h"
#include "judge/verdict.h"
#include "plan/plan.h"

namespace pilotage {

// The table of criteria and verdicts, the exit code that belongs to it, and where the report lies.
// Refuses to write over what the plan itself needs: its own file, its entries and its data.
Status check_target(const Plan& plan, const std::filesystem::path& target);

void show_verdict(const Verdict& verdict, const Plan& plan, Terminal& terminal);

}  // namespace pilotage
