// SPDX-License-Identifier: Apache-2.0
#include "cli/show.h"

#include <fmt/core.h>

#include "report/table.h"

namespace pilotage {

void show_verdict(const Verdict& verdict, const Plan& plan, Terminal& terminal) {
  terminal.say("");
  terminal.say(verdict_table(verdict, terminal.colour() ? Colour::kOn : Colour::kOff));
  terminal.say(fmt::format("Exit code {}. Report: {}", exit_code_of(verdict), (plan.folder() / "report.html").string()));
}

}  // namespace pilotage
