// SPDX-License-Identifier: Apache-2.0
// What several verbs show people alike.
#pragma once

#include "cli/terminal.h"
#include "judge/verdict.h"
#include "plan/plan.h"

namespace pilotage {

// The table of criteria and verdicts, the exit code that belongs to it, and where the report lies.
void show_verdict(const Verdict& verdict, const Plan& plan, Terminal& terminal);

}  // namespace pilotage
