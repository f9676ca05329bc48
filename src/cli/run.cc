// SPDX-License-Identifier: Apache-2.0
// `pilotage run PLAN`: measure what is left, judge, report.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/pilot.h"
#include "cli/show.h"
#include "cli/verb.h"

namespace pilotage {
namespace {

Json run_to_json(const Plan& plan, const PilotOutcome& outcome) {
  Json object = Json::object();
  object.set("cases_run", outcome.cases_run).set("cases_complete_before", outcome.cases_complete_before);
  object.set("cases_failed", outcome.cases_failed).set("stopped", outcome.stopped);
  object.set("verdict", verdict_to_json(outcome.verdict)).set("exit_code", exit_code_of(outcome.verdict));
  object.set("report", (plan.folder() / "report.html").string());
  return object;
}

Result<int> run_verb(const RunOptions& options, Terminal& terminal) {
  const PilotOutcome outcome = TRY(run_pilot(options, terminal));
  const Plan plan = TRY(load_plan(options.plan_path));
  terminal.give(run_to_json(plan, outcome));
  show_verdict(outcome.verdict, plan, terminal);
  return exit_code_of(outcome.verdict);
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("run", "run a sealed plan, resume it where it was broken off, judge and report");
  auto options = std::make_shared<RunOptions>();  // shared with the action, which outlives this function
  verb->add_option("plan", options->plan_path, "the plan file")->required();
  verb->add_option("--stage", options->stages, "only these stages (repeat for several)");
  verb->add_flag_callback("--exploratory", [options] { options->purpose = Purpose::kExploratory; },
                          "run without a seal; what it records can never pass a criterion");
  verb->footer("Example: pilotage run pilot.toml --stage answers");
  verb->callback([options, &chosen] { chosen = [options](Terminal& terminal) { return run_verb(*options, terminal); }; });
}

}  // namespace pilotage
