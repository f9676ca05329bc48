// SPDX-License-Identifier: Apache-2.0
// Pilot, platforms and workloads. Criteria have a file of their own: check_criteria.cc.
#include "plan/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "plan/vendors.h"

namespace pilotage {
namespace {

void check_budget(const Plan& plan, const Places& places, Mistakes& mistakes) {
  if (!plan.budget.money) return;
  if (plan.budget.currency.empty()) {
    mistakes.add(places.of("pilot", 0, "budget_money"), "\"budget_money\" needs \"currency\"");
  }
  for (size_t i = 0; i < plan.platforms.size(); ++i) {
    const Platform& one = plan.platforms[i];
    if (one.paper || one.price_per_hour) continue;
    mistakes.add(places.of("platform", i, ""),
                 fmt::format("platform {} needs \"price_per_hour\": without it \"budget_money\" could never be used up",
                             shown(one.name)));
  }
}

void check_stop(const Plan& plan, const Places& places, Mistakes& mistakes) {
  std::vector<std::string_view> ids;
  for (const auto& one : plan.criteria) ids.push_back(one.id);
  for (const auto& id : plan.stop.failed_criteria) {
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) continue;
    mistakes.add(places.of("pilot", 0, "stop_on_failed"),
                 "\"stop_on_failed\" names no criterion of this plan: " + shown(id) + suggestion(id, ids));
  }
}

void check_overrides(const Plan& plan, const Places& places, Mistakes& mistakes) {
  std::vector<std::string_view> names;
  for (const auto& one : plan.platforms) names.push_back(one.name);
  for (size_t i = 0; i < plan.overrides.size(); ++i) {
    const std::string& wanted = plan.overrides[i].platform;
    if (!places.has("override", i, "platform") || std::find(names.begin(), names.end(), wanted) != names.end()) {
      continue;
    }
    mistakes.add(places.of("override", i, "platform"), "no platform " + shown(wanted) + suggestion(wanted, names));
  }
}

void check_basics(const Plan& plan, const Places& places, Mistakes& mistakes) {
  if (places.is_wrong("basics", 0, "gemm_sizes") || places.is_wrong("basics", 0, "gemm_formats")) return;
  if (plan.basics.gemm_sizes.empty() == plan.basics.gemm_formats.empty()) return;
  mistakes.add(places.of("basics", 0, ""), "\"gemm_sizes\" and \"gemm_formats\" need each other");
}

void check_reference(const Plan& plan, const Places& places, Mistakes& mistakes) {
  std::vector<size_t> references;
  bool all_read = true;
  for (size_t i = 0; i < plan.platforms.size(); ++i) {
    all_read = all_read && places.has("platform", i, "role");
    if (plan.platforms[i].role == Role::kReference) references.push_back(i);
  }
  for (size_t i = 1; i < references.size(); ++i) {
    mistakes.add(places.of("platform", references[i], "role"),
                 fmt::format("a second reference; {} is one already and there is exactly one",
                             shown(plan.platforms[references[0]].name)));
  }
  if (!all_read) return;  // a role that could not be read may be the one that is missing
  if (references.empty()) mistakes.add({1, 1}, "no platform has role \"reference\"; there is exactly one");
  if (references.size() == plan.platforms.size()) mistakes.add({1, 1}, "no platform has role \"candidate\"");
}

void check_platform(const Platform& one, size_t index, const Places& places, Mistakes& mistakes) {
  if (one.paper) {
    if (one.role == Role::kReference) {
      mistakes.add(places.of("platform", index, "paper"), "the reference must run, it cannot be \"paper\"");
    }
    return;
  }
  for (const std::string_view key : {"device", "precision"}) {
    const std::string& value = key == "device" ? one.device : one.precision;
    if (!value.empty()) continue;
    mistakes.add(places.of("platform", index, key),
                 fmt::format("platform {} needs the key \"{}\", unless it is \"paper\"", shown(one.name), key));
  }
}

void check_score(const Workload& one, size_t index, const Places& places, Mistakes& mistakes) {
  if (one.scoring.kind.empty()) return;
  if (one.kind != WorkloadKind::kEmbed && places.has("workload", index, "kind")) {
    mistakes.add(places.of("workload.score", index, "kind"), "\"retrieval\" needs a workload of kind \"embed\"");
  }
  if (!one.scoring.query.empty() && one.scoring.query == one.scoring.text) {
    mistakes.add(places.of("workload.score", index, "text"),
                 "\"text\" must be another output than \"query\": each would find itself");
  }
}

}  // namespace

void check_pilot(const Plan& plan, const Places& places, Mistakes& mistakes) {
  check_budget(plan, places, mistakes);
  check_stop(plan, places, mistakes);
  check_overrides(plan, places, mistakes);
  check_basics(plan, places, mistakes);
}

void check_platforms(const Plan& plan, const Places& places, Mistakes& mistakes) {
  if (plan.platforms.empty()) {
    return mistakes.add({1, 1}, "no platform: [platform.NAME] is needed for the reference and for each candidate");
  }
  check_reference(plan, places, mistakes);
  for (size_t i = 0; i < plan.platforms.size(); ++i) check_platform(plan.platforms[i], i, places, mistakes);
  check_vendors(plan, places, mistakes);
}

void check_workloads(const Plan& plan, const Places& places, Mistakes& mistakes) {
  if (plan.workloads.empty()) return mistakes.add({1, 1}, "no workload: [[workload]] is needed");
  std::set<std::string_view> seen;
  for (size_t i = 0; i < plan.workloads.size(); ++i) {
    const Workload& one = plan.workloads[i];
    if (!one.name.empty() && !seen.insert(one.name).second) {
      mistakes.add(places.of("workload", i, "name"), "a second workload named " + shown(one.name));
    }
    check_score(one, i, places, mistakes);
  }
}

}  // namespace pilotage
