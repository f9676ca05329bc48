// SPDX-License-Identifier: Apache-2.0
// `pilotage status PLAN`: where a pilot stands, from its evidence alone.
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <map>
#include <memory>

#include "cli/pilot.h"
#include "cli/verb.h"

namespace pilotage {
namespace {

struct Count {
  int64_t complete = 0;
  int64_t failed = 0;
  double seconds = 0;
};

using Counts = std::map<std::string, std::map<std::string, Count>>;  // stage -> platform

Counts count(const std::vector<Attempt>& attempts, const std::string& seal) {
  Counts counts;
  for (const Attempt& attempt : attempts) {
    if (attempt.seal != seal) continue;
    Count& one = counts[attempt.stage][attempt.platform];
    ++(attempt.complete ? one.complete : one.failed);
    one.seconds += attempt.seconds;
  }
  return counts;
}

Json to_json(const Counts& counts) {
  Json stages = Json::object();
  for (const auto& [stage, platforms] : counts) {
    Json by_platform = Json::object();
    for (const auto& [platform, one] : platforms) {
      by_platform.set(platform, Json::object().set("complete", one.complete).set("not_complete", one.failed).set("seconds", one.seconds));
    }
    stages.set(stage, by_platform);
  }
  return stages;
}

void show(const Counts& counts, Terminal& terminal) {
  if (counts.empty()) terminal.say("Nothing was measured under this seal yet.");
  for (const auto& [stage, platforms] : counts) {
    for (const auto& [platform, one] : platforms) {
      terminal.say(fmt::format("  {:<10} {:<20} {:>4} complete {:>4} not complete {:>9.1f} s", stage, platform, one.complete,
                               one.failed, one.seconds));
    }
  }
}

Result<int> status_verb(const std::filesystem::path& file, Terminal& terminal) {
  const Plan plan = TRY(load_plan(file));
  const Store store = TRY(Store::open(plan.folder(), Access::kRead));
  const auto seal = TRY(seal_in_force(store));
  const std::string digest = seal ? seal->digest : std::string();
  const Counts counts = count(TRY(store.attempts()), digest);
  const StoreSummary summary = TRY(store.summary());
  Json object = Json::object();
  object.set("pilot", plan.name).set("seal", digest).set("sealed_at", seal ? Json(seal->time) : Json());
  object.set("records", summary.head.sequence).set("head", summary.head.hash).set("stages", to_json(counts));
  terminal.give(object);
  terminal.say(fmt::format("{}: {}", plan.name, seal ? "sealed at " + seal->time + " as " + digest : "not sealed"));
  show(counts, terminal);
  terminal.say(fmt::format("  {} records, head {}", summary.head.sequence, summary.head.hash));
  return 0;
}

}  // namespace

void add_status(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("status", "where a pilot stands");
  auto file = std::make_shared<std::filesystem::path>();  // shared with the action, which outlives this function
  verb->add_option("plan", *file, "the plan file")->required();
  verb->footer("Example: pilotage status pilot.toml");
  verb->callback([file, &chosen] { chosen = [file](Terminal& terminal) { return status_verb(*file, terminal); }; });
}

}  // namespace pilotage
