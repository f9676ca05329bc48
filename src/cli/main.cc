// SPDX-License-Identifier: Apache-2.0
// The program: one verb parsed, one action run, one exit code.
#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cstring>
#include <exception>

#include "base/interrupt.h"
#include "cli/exit_code.h"
#include "cli/verb.h"

namespace pilotage {
namespace {

constexpr auto kFooter =
    "A pilot, in order:\n"
    "  pilotage init pilot.toml            write a commented plan, then edit it\n"
    "  pilotage plan check pilot.toml      can this sample decide these criteria?\n"
    "  pilotage seal pilot.toml            fix the criteria before there are results\n"
    "  pilotage run pilot.toml             measure, judge and report; resumes what was broken off\n"
    "Exit codes: 0 pass, 1 fail, 2 usage or plan, 3 environment, 4 inconclusive, 70 internal error.";

void add_verbs(CLI::App& app, Action& chosen) {
  add_init(app, chosen);
  add_plan(app, chosen);
  add_seal(app, chosen);
  add_run(app, chosen);
  add_status(app, chosen);
  add_judge(app, chosen);
  add_report(app, chosen);
  add_verify(app, chosen);
  add_export(app, chosen);
  add_import(app, chosen);
  add_probe(app, chosen);
  add_profile(app, chosen);
  add_scan(app, chosen);
}

bool asks_for_json(int argc, char** argv) {
  for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; ++i) {
    if (std::strcmp(argv[i], "--json") == 0) return true;
  }
  return false;
}

Result<int> act(const Action& action, Terminal& terminal) {
  const int code = TRY(action(terminal));
  TRY(terminal.all_was_written());
  return code;
}

int run_action(const Action& action, Terminal& terminal) {
  const Result<int> code = act(action, terminal);
  if (code.ok()) return *code;
  terminal.complain(code.error());
  return exit_code_of(code.error().kind());
}

// A number from 0 to 2 that is closed would go to the next file that is opened, and what is said would be written there.
void open_standard_streams() {
  int last = 0;
  while (last >= 0 && last <= STDERR_FILENO) last = ::open("/dev/null", O_RDWR);
  if (last > STDERR_FILENO) ::close(last);
}

int run(int argc, char** argv) {
  CLI::App app("Decides, with evidence, whether an AI workload may move from one accelerator to another.", "pilotage");
  bool json = asks_for_json(argc, argv);
  Action chosen;
  app.add_flag("--json", json, "one JSON object on standard output, for programs");
  app.set_version_flag("--version", PILOTAGE_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  app.footer(kFooter);
  add_verbs(app, chosen);
  Terminal terminal(json ? Speech::kPrograms : Speech::kPeople);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    terminal.complain(usage_error(error.what(), "see pilotage --help"));
    return 2;
  }
  return run_action(chosen, terminal);
}

}  // namespace
}  // namespace pilotage

int main(int argc, char** argv) {
  pilotage::open_standard_streams();
  pilotage::end_groups_on_signals();
  try {
    return pilotage::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "pilotage: internal error: {}\n", error.what());
  } catch (...) {
    fmt::print(stderr, "pilotage: internal error\n");
  }
  return 70;
}
