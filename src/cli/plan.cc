// SPDX-License-Identifier: Apache-2.0
// `pilotage plan check PLAN`: is the plan right, and can its sample decide its criteria?
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <map>
#include <memory>

#include "cli/verb.h"
#include "plan/data.h"
#include "plan/plan.h"
#include "plan/power.h"

namespace pilotage {
namespace {

Result<std::map<std::string, int64_t>> count_items(const Plan& plan) {
  std::map<std::string, int64_t> items;
  for (const Workload& workload : plan.workloads) {
    const auto data = read_data(workload, plan.base());
    if (data.ok()) {
      items[workload.name] = data->items;
      continue;
    }
    const std::string next = workload.prepare.empty() ? "make the file first" : "pilotage seal runs the plan's prepare command";
    return Error(data.error().kind(), data.error().message(), next);
  }
  return items;
}

Json to_json(const Plan& plan, const std::map<std::string, int64_t>& items, const std::vector<PowerFinding>& findings) {
  Json object = Json::object();
  Json counts = Json::object();
  for (const auto& [name, count] : items) counts.set(name, count);
  Json criteria = Json::array();
  for (const PowerFinding& one : findings) criteria.push(power_to_json(one));
  object.set("pilot", plan.name).set("items", counts).set("criteria", criteria).set("ready", is_ready(findings));
  return object.set("joint_power", joint_power(findings));
}

void show(const std::vector<PowerFinding>& findings, Terminal& terminal) {
  for (const PowerFinding& one : findings) {
    terminal.say(fmt::format("  {:<14} {:<13} {}", one.criterion, word(one.readiness), one.text));
    if (!one.accepted.empty()) terminal.say(fmt::format("  {:<28} accepted: {}", "", one.accepted));
  }
  if (const auto joint = joint_power(findings)) {
    terminal.say(fmt::format("  An equal candidate passes all of them with a chance of about {:.2f}.", *joint));
  }
}

Result<int> check_verb(const std::filesystem::path& file, Terminal& terminal) {
  const Plan plan = TRY(load_plan(file));
  const auto items = TRY(count_items(plan));
  const std::vector<PowerFinding> findings = check_power(plan, items);
  terminal.give(to_json(plan, items, findings));
  for (const auto& [name, count] : items) terminal.say(fmt::format("{}: {} items in workload \"{}\"", plan.name, count, name));
  show(findings, terminal);
  if (is_ready(findings)) {
    terminal.say("The plan is ready to be sealed.");
    return 0;
  }
  terminal.say("The plan is not ready: its sample cannot decide every criterion. Take more items, widen the margin, or say why\n"
               "an undecided result is worth having with accept_underpowered = \"…\".");
  return 4;
}

}  // namespace

void add_plan(CLI::App& app, Action& chosen) {
  auto* group = app.add_subcommand("plan", "look at a plan");
  group->require_subcommand(1);
  auto* verb = group->add_subcommand("check", "every mistake at once, and the power of each criterion with the sample at hand");
  auto file = std::make_shared<std::filesystem::path>();  // shared with the action, which outlives this function
  verb->add_option("plan", *file, "the plan file")->required();
  verb->footer("Exit code 0 where the plan is ready, 2 where it has mistakes, 4 where its sample cannot decide it.\n"
               "Example: pilotage plan check pilot.toml");
  verb->callback([file, &chosen] { chosen = [file](Terminal& terminal) { return check_verb(*file, terminal); }; });
}

}  // namespace pilotage
