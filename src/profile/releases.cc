// SPDX-License-Identifier: Apache-2.0
// Which release the versions of a machine sit in.
#include <algorithm>
#include <utility>

#include "profile/lookup.h"
#include "profile/version.h"

namespace pilotage {
namespace {

using Versions = std::map<std::string, std::string>;

bool contains(const std::vector<std::string>& list, std::string_view one) {
  return std::ranges::find(list, one) != list.end();
}

// The version found under the component's own name or one of its packages' names; null where there is none.
const std::string* version_of(const ComponentRow* component, const std::string& name, const Versions& versions) {
  if (const auto found = versions.find(name); found != versions.end()) return &found->second;
  if (component == nullptr) return nullptr;
  for (const auto& package : component->packages) {
    if (const auto found = versions.find(package); found != versions.end()) return &found->second;
  }
  return nullptr;
}

bool fits(const ComponentRow* component, const std::vector<std::string>& patterns, const std::string& version) {
  const int64_t compare = component != nullptr ? component->compare : 0;
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return compare > 0 ? leading_parts_agree(pattern, version, compare) : version_fits(pattern, version);
  });
}

ReleaseFit fit_of(const Profile& profile, const ReleaseRow& release, const Versions& versions) {
  ReleaseFit fit{.release = &release};
  for (const auto& [name, patterns] : release.components) {
    const ComponentRow* component = find_component(profile, name);
    const std::string* version = version_of(component, name, versions);
    auto& list = version == nullptr ? fit.unseen : fits(component, patterns, *version) ? fit.fitting : fit.differing;
    list.push_back(name);
  }
  return fit;
}

}  // namespace

const ComponentRow* find_component(const Profile& profile, std::string_view name) {
  const auto is_it = [&](const ComponentRow& row) { return row.name == name || contains(row.packages, name); };
  const auto found = std::ranges::find_if(profile.components, is_it);
  return found != profile.components.end() ? &*found : nullptr;
}

std::vector<ReleaseFit> release_fits(const Profile& profile, const std::map<std::string, std::string>& versions) {
  std::vector<ReleaseFit> fits;
  for (const ReleaseRow& release : profile.releases) fits.push_back(fit_of(profile, release, versions));
  // A release that names little has little that could differ, so what fits counts against what does not.
  const auto key = [](const ReleaseFit& fit) {
    const auto fitting = static_cast<int64_t>(fit.fitting.size());
    const auto differing = static_cast<int64_t>(fit.differing.size());
    return std::pair(differing - fitting, differing);
  };
  std::ranges::stable_sort(fits, {}, key);
  return fits;
}

std::vector<std::string> versions_in(const Profile& profile, std::string_view release, std::string_view component) {
  std::vector<std::string> found;
  for (const ReleaseRow& row : profile.releases) {
    if (row.name != release) continue;
    for (const auto& [name, versions] : row.components) {
      if (name != component) continue;
      for (const auto& version : versions) {
        if (!contains(found, version)) found.push_back(version);
      }
    }
  }
  return found;
}

}  // namespace pilotage
