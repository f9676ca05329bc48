// SPDX-License-Identifier: Apache-2.0
// `pilotage init [FILE]`: a commented plan to start from.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/file.h"
#include "cli/verb.h"
#include "plan/document.h"

namespace pilotage {
namespace {

Result<int> init_verb(const std::filesystem::path& file, Terminal& terminal) {
  std::error_code code;
  if (std::filesystem::exists(std::filesystem::symlink_status(file, code))) {
    return usage_error("\"" + file.string() + "\" is there already", "name another file, or move it away");
  }
  TRY(write_file(file, commented_plan()));
  terminal.give(Json::object().set("plan", file.string()));
  terminal.say("Wrote " + file.string() + ". Edit it, then: pilotage plan check " + file.string());
  return 0;
}

}  // namespace

void add_init(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("init", "write a commented plan");
  auto file = std::make_shared<std::filesystem::path>("pilot.toml");  // shared with the action, which outlives this function
  verb->add_option("plan", *file, "the file to write")->capture_default_str();
  verb->footer("Example: pilotage init pilot.toml");
  verb->callback([file, &chosen] { chosen = [file](Terminal& terminal) { return init_verb(*file, terminal); }; });
}

}  // namespace pilotage
