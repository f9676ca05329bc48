// SPDX-License-Identifier: Apache-2.0
#include "cli/show.h"

#include <fmt/core.h>

#include <vector>

#include "report/table.h"

namespace pilotage {

Status check_target(const Plan& plan, const std::filesystem::path& target) {
  std::vector<std::filesystem::path> needed = {plan.file};
  for (const Workload& workload : plan.workloads) {
    needed.push_back(plan.base() / workload.entry);
    needed.push_back(plan.base() / workload.data);
  }
  for (const Platform& platform : plan.platforms) {
    if (!platform.entry.empty()) needed.push_back(plan.base() / platform.entry);
  }
  for (const auto& path : needed) {
    std::error_code code;
    if (!std::filesystem::equivalent(path, target, code)) continue;
    return usage_error("\"" + target.string() + "\" belongs to the plan and would be written over", "name another file");
  }
  return Done{};
}

void show_verdict(const Verdict& verdict, const Plan& plan, Terminal& terminal) {
  terminal.say("");
  terminal.paint(verdict_table(verdict, terminal.colour() ? Colour::kOn : Colour::kOff));
  terminal.say(fmt::format("Exit code {}. Report: {}", exit_code_of(verdict), (plan.folder() / "report.html").string()));
}

}  // namespace pilotage
