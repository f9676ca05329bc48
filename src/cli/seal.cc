// SPDX-License-Identifier: Apache-2.0
// `pilotage seal PLAN`: fix plan, criteria and data before there are acceptance results.
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <filesystem>
#include <memory>

#include "base/process.h"
#include "base/text.h"
#include "cli/pilot.h"
#include "cli/verb.h"
#include "stage/entry.h"

namespace pilotage {
namespace {

// Runs the plan's own `prepare` commands for data that are not there: the one place where a plan makes something run
// outside a measurement.
Status prepare_data(const Plan& plan, Terminal& terminal) {
  for (const Workload& workload : plan.workloads) {
    std::error_code code;  // what cannot be looked at is not made: reading it says why
    const bool missing = std::filesystem::status(plan.base() / workload.data, code).type() == std::filesystem::file_type::not_found;
    if (workload.prepare.empty() || !missing) continue;
    terminal.say("Preparing the data of \"" + workload.name + "\": " + join(workload.prepare, " "));
    const std::string folder = plan.base().string();
    const Command command{.argv = workload.prepare, .folder = folder};
    const Finished done = TRY(run_command(command, "", std::chrono::seconds(plan.limits.case_s)));
    if (!done.exit.success()) {
      return environment_error("the prepare command of workload \"" + workload.name + "\" ended with " + done.exit.text() + ": " +
                               std::string(trim(done.err)), "run it by hand in \"" + folder + "\"");
    }
  }
  return Done{};
}

// A plan whose entry is not there would be sealed only to fail at its first measurement.
Status require_entries(const Plan& plan) {
  std::error_code code;
  for (const Workload& workload : plan.workloads) {
    for (const Platform& platform : plan.platforms) {
      const auto entry = plan.base() / entry_of(platform, workload);
      if (platform.paper || std::filesystem::is_regular_file(entry, code)) continue;
      return usage_error("the entry of workload \"" + workload.name + "\" on \"" + platform.name + "\" is no file: \"" +
                         entry.string() + "\"", "write it, or correct \"entry\"; the path starts from the plan's folder");
    }
  }
  return Done{};
}

Json to_json(const Seal& seal, bool is_new) {
  Json object = seal_to_json(seal);
  object.set("new", is_new);
  return object;
}

// A signature vouches for what was fixed before results: it cannot be put under a seal that has results already.
Result<bool> stands(const std::optional<Seal>& before, const Seal& seal, const Store& store) {
  if (!before || before->digest != seal.digest) return false;
  if (seal.signature.empty() || !before->signature.empty()) return true;
  for (const Attempt& attempt : TRY(store.attempts())) {
    if (attempt.seal != seal.digest) continue;
    return usage_error("the seal of " + before->time + " was not signed, and there is evidence under it",
                       "take signing_key out of the plan, or seal a copy of the plan under another name");
  }
  return false;
}

Result<int> seal_verb(const std::filesystem::path& file, Terminal& terminal) {
  const Plan plan = TRY(load_plan(file));
  TRY(require_entries(plan));
  TRY(prepare_data(plan, terminal));
  Store store = TRY(Store::open(plan.folder(), Access::kWrite));
  const auto before = TRY(seal_in_force(store));
  const Seal seal = TRY(make_seal(plan));
  if (TRY(stands(before, seal, store))) {
    terminal.give(to_json(*before, false));
    terminal.say("The seal of " + before->time + " stands: " + before->digest);
    return 0;
  }
  TRY(store.note(0, RecordKind::kSeal, seal_to_json(seal)));
  TRY(store.commit());
  terminal.give(to_json(seal, true));
  terminal.say("Sealed " + file.string() + ": " + seal.digest);
  if (before && before->digest != seal.digest) terminal.say("The seal of " + before->time + " is void, and all evidence under it counts for no criterion.");
  return 0;
}

}  // namespace

void add_seal(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("seal", "fix plan, criteria and data before there are results");
  auto file = std::make_shared<std::filesystem::path>();  // shared with the action, which outlives this function
  verb->add_option("plan", *file, "the plan file")->required();
  verb->footer("Data that are missing are made by the plan's prepare command first. Sealing an unchanged plan changes nothing.\n"
               "Example: pilotage seal pilot.toml");
  verb->callback([file, &chosen] { chosen = [file](Terminal& terminal) { return seal_verb(*file, terminal); }; });
}

}  // namespace pilotage
