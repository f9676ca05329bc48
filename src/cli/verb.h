// SPDX-License-Identifier: Apache-2.0
// What every verb shares: it registers its options with the command line and leaves one action to run.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "cli/terminal.h"

namespace CLI {
class App;
}

namespace pilotage {

// The action's value is the exit code.
using Action = std::function<Result<int>(Terminal&)>;


void add_init(CLI::App& app, Action& chosen);
void add_plan(CLI::App& app, Action& chosen);
void add_seal(CLI::App& app, Action& chosen);
void add_run(CLI::App& app, Action& chosen);
void add_status(CLI::App& app, Action& chosen);
void add_judge(CLI::App& app, Action& chosen);
void add_report(CLI::App& app, Action& chosen);
void add_verify(CLI::App& app, Action& chosen);
void add_export(CLI::App& app, Action& chosen);
void add_import(CLI::App& app, Action& chosen);
void add_probe(CLI::App& app, Action& chosen);
void add_profile(CLI::App& app, Action& chosen);
void add_scan(CLI::App& app, Action& chosen);

}  // namespace pilotage
