// SPDX-License-Identifier: Apache-2.0
// `pilotage judge PLAN`: the verdict from the evidence that is there, measuring nothing.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/pilot.h"
#include "cli/show.h"
#include "cli/verb.h"
#include "judge/judge.h"

namespace pilotage {
namespace {

Result<int> judge_verb(const std::filesystem::path& file, Terminal& terminal) {
  const Plan plan = TRY(load_plan(file));
  const Store store = TRY(Store::open(plan.folder(), Access::kRead));
  const Verdict verdict = TRY(judge(plan, store));
  terminal.give(verdict_to_json(verdict));
  show_verdict(verdict, plan, terminal);
  return exit_code_of(verdict);
}

}  // namespace

void add_judge(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("judge", "the verdict from the evidence that is there; the exit code is the pilot's");
  auto file = std::make_shared<std::filesystem::path>();  // shared with the action, which outlives this function
  verb->add_option("plan", *file, "the plan file")->required();
  verb->footer("Example: pilotage judge pilot.toml --json");
  verb->callback([file, &chosen] { chosen = [file](Terminal& terminal) { return judge_verb(*file, terminal); }; });
}

}  // namespace pilotage
