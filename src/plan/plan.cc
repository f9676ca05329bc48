// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <algorithm>

#include "base/check.h"
#include "base/file.h"
#include "plan/keys.h"

namespace pilotage {

const Platform& Plan::reference() const {
  const auto found = std::find_if(platforms.begin(), platforms.end(),
                                  [](const Platform& one) { return one.role == Role::kReference; });
  PILOTAGE_CHECK(found != platforms.end());  // parse_plan lets no other plan through
  return *found;
}

std::vector<const Platform*> Plan::candidates() const {
  std::vector<const Platform*> found;
  for (const auto& one : platforms) {
    if (one.role == Role::kCandidate) found.push_back(&one);
  }
  return found;
}

const Workload* Plan::workload(std::string_view wanted) const {
  const auto found =
      std::find_if(workloads.begin(), workloads.end(), [&](const Workload& one) { return one.name == wanted; });
  return found != workloads.end() ? &*found : nullptr;
}

std::filesystem::path Plan::base() const {
  const auto parent = file.parent_path();
  return parent.empty() ? "." : parent;
}

std::filesystem::path Plan::folder() const {
  return base() / ((file.extension() == ".toml" ? file.stem() : file.filename()).string() + ".evidence");
}

Result<Plan> load_plan(const std::filesystem::path& file) {
  auto text = read_file(file, kMaxPlanBytes);
  if (!text.ok()) return usage_error(text.error().message(), "`pilotage init` writes a commented plan");
  return parse_plan(*text, file);
}

std::string_view word(Role role) { return words_of(role)[static_cast<size_t>(role)]; }
std::string_view word(WorkloadKind kind) { return words_of(kind)[static_cast<size_t>(kind)]; }
std::string_view word(Rule rule) { return words_of(rule)[static_cast<size_t>(rule)]; }
std::string_view word(Statistic statistic) { return words_of(statistic)[static_cast<size_t>(statistic)]; }
std::string_view word(Gate gate) { return words_of(gate)[static_cast<size_t>(gate)]; }
std::string_view word(Scale scale) { return scale == Scale::kAbsolute ? "abs" : "rel"; }

}  // namespace pilotage
