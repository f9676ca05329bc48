// SPDX-License-Identifier: Apache-2.0
// `pilotage report PLAN`: judge what is there and write the report in the asked-for form.
#include "report/junit.h"
#include "report/report.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <memory>

#include "base/file.h"
#include "cli/show.h"
#include "cli/verb.h"
#include "judge/judge.h"

namespace pilotage {
namespace {

struct ReportOptions {
  std::filesystem::path plan;
  std::filesystem::path html;
  std::filesystem::path junit;

  bool names_files() const { return !html.empty() || !junit.empty(); }
};

Status write_where_asked(const ReportOptions& options, const ReportInput& input) {
  if (!options.html.empty()) {
    const std::string page = TRY(html_report(input));
    TRY(write_file(options.html, page));
  }
  if (!options.junit.empty()) TRY(write_file(options.junit, junit_report(input.verdict, input.plan)));
  if (!options.names_files()) TRY(write_reports(input.plan, input.verdict, input.store));
  return Done{};
}

Result<int> report_verb(const ReportOptions& options, Terminal& terminal) {
  const Plan plan = TRY(load_plan(options.plan));
  TRY(check_target(plan, options.html));
  TRY(check_target(plan, options.junit));
  const Store store = TRY(Store::open(plan.folder(), Access::kRead));
  const Verdict verdict = TRY(judge(plan, store));
  const ReportInput input{plan, verdict, store};
  if (terminal.for_people() || options.names_files()) TRY(write_where_asked(options, input));
  if (!terminal.for_people()) terminal.give(TRY(json_report(input)));
  const auto shown = options.html.empty() ? plan.folder() / "report.html" : options.html;
  terminal.say("Report: " + shown.string());
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("report", "write the report (html, json, junit) from the evidence that is there");
  auto options = std::make_shared<ReportOptions>();  // shared with the action, which outlives this function
  verb->add_option("plan", options->plan, "the plan file")->required();
  verb->add_option("--html", options->html, "write the HTML report to this file");
  verb->add_option("--junit", options->junit, "write the JUnit report to this file");
  verb->footer("Without --html and --junit all three forms are written into the pilot's folder; --json prints the JSON report.\n"
               "Example: pilotage report pilot.toml --html report.html --junit report.xml");
  verb->callback([options, &chosen] { chosen = [options](Terminal& terminal) { return report_verb(*options, terminal); }; });
}

}  // namespace pilotage
