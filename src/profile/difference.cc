// SPDX-License-Identifier: Apache-2.0
// Each side is put into one map of name -> what is said; the two maps are then walked together.
#include "profile/difference.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/mistakes.h"
#include "base/text.h"
#include "profile/lookup.h"
#include "profile/words.h"

namespace pilotage {
namespace {

using Said = std::map<std::string, std::string>;

constexpr std::string_view kChanges[] = {"gained", "lost", "changed"};

void say(Said& said, const std::string& name, Support support) {
  if (support != Support::kUnknown) said[name] = std::string(word(support));
}

Said operators_of(const Profile& profile, std::string_view release) {
  const OperatorTable table(profile, release);
  Said said;
  for (const OperatorRow& row : profile.operators) {
    for (const auto& overload : row.overloads) {
      if (said.contains(overload + ", eager") || said.contains(overload + ", compiled")) continue;
      say(said, overload + ", eager", table.answer(overload, CallMode::kEager).support);
      say(said, overload + ", compiled", table.answer(overload, CallMode::kCompiled).support);
    }
  }
  return said;
}

std::set<std::string> chips_of_features(const Profile& profile) {
  std::set<std::string> chips{""};
  for (const FeatureRow& row : profile.features) chips.insert(row.chips.begin(), row.chips.end());
  return chips;
}

// A chip is named only where the profile says something of it alone.
Said features_of(const Profile& profile, std::string_view release) {
  Said said;
  for (const auto& chip : chips_of_features(profile)) {
    for (const auto name : all_feature_words()) {
      const FeatureRow* row = find_feature(profile, name, chip, release);
      if (row == nullptr || row->chips.empty() != chip.empty()) continue;
      const std::string shown_name = std::string(name) + (chip.empty() ? "" : " on " + chip);
      say(said, shown_name + ", eager", row->eager);
      say(said, shown_name + ", compiled", row->compiled);
    }
  }
  return said;
}

Said variables_of(const Profile& profile, std::string_view release) {
  Said said;
  for (const VariableRow& row : profile.variables) {
    if (holds_at(row, release)) said[row.name] = row.otherwise.empty() ? "there" : "default " + row.otherwise;
  }
  return said;
}

Said variable_roles_of(const Profile& profile) {
  Said said;
  for (const VariableRow& row : profile.variables) {
    if (!row.role.empty() && holds_at(row, "")) said[row.role] = row.name;
  }
  return said;
}

Said wheels_of(const Profile& profile) {
  Said said;
  for (const WheelRow& row : profile.wheels) say(said, row.package, find_wheel(profile, row.package)->support);
  return said;
}

Said defects_of(const Profile& profile, std::string_view release) {
  Said said;
  for (const DefectRow& row : profile.defects) {
    if (holds_at(row, release)) said[row.id.empty() ? row.symptom : row.id + ": " + row.symptom] = "open";
  }
  return said;
}

Said components_of(const Profile& profile, std::string_view release) {
  Said said;
  for (const ComponentRow& row : profile.components) {
    const auto versions = versions_in(profile, release, row.name);
    if (!versions.empty()) said[row.name] = join(versions, ", ");
  }
  return said;
}

// A word of support that runs on the device, or anything that is no such word but is there.
bool is_there(const std::string& text) {
  const auto words = words_of(Support());
  const auto found = std::ranges::find(words, text);
  return found == words.end() ? !text.empty() : runs(static_cast<Support>(found - words.begin()));
}

ChangeKind kind_of(const std::string& from, const std::string& to) {
  if (is_there(from) == is_there(to)) return ChangeKind::kChanged;
  return is_there(to) ? ChangeKind::kGained : ChangeKind::kLost;
}

std::string at(const Said& said, const std::string& name) {
  const auto found = said.find(name);
  return found != said.end() ? found->second : "";
}

void compare(std::string_view what, const Said& from, const Said& to, std::vector<ProfileChange>& changes) {
  std::set<std::string> names;
  for (const auto& [name, text] : from) names.insert(name);
  for (const auto& [name, text] : to) names.insert(name);
  std::vector<ProfileChange> found;
  for (const auto& name : names) {
    const std::string before = at(from, name);
    const std::string after = at(to, name);
    if (before != after) found.push_back({kind_of(before, after), std::string(what), name, before, after});
  }
  std::ranges::stable_sort(found, {}, &ProfileChange::change);
  changes.insert(changes.end(), found.begin(), found.end());
}

Status check_release(const Profile& profile, std::string_view release) {
  std::vector<std::string_view> names;
  for (const ReleaseRow& row : profile.releases) {
    if (row.name == release) return Done{};
    if (std::ranges::find(names, row.name) == names.end()) names.push_back(row.name);
  }
  return usage_error(
      fmt::format("profile \"{}\" has no release {}{}", profile.name, shown(release), suggestion(release, names)),
      fmt::format("`pilotage profile show {} --kind release` lists them", profile.name));
}

}  // namespace

std::vector<ProfileChange> compare_profiles(const Profile& from, const Profile& to) {
  std::vector<ProfileChange> changes;
  compare("operator", operators_of(from, ""), operators_of(to, ""), changes);
  compare("feature", features_of(from, ""), features_of(to, ""), changes);
  compare("variable", variable_roles_of(from), variable_roles_of(to), changes);
  compare("wheel", wheels_of(from), wheels_of(to), changes);
  return changes;
}

Result<std::vector<ProfileChange>> compare_releases(const Profile& profile, std::string_view from,
                                                    std::string_view to) {
  TRY(check_release(profile, from));
  TRY(check_release(profile, to));
  std::vector<ProfileChange> changes;
  compare("component", components_of(profile, from), components_of(profile, to), changes);
  compare("operator", operators_of(profile, from), operators_of(profile, to), changes);
  compare("feature", features_of(profile, from), features_of(profile, to), changes);
  compare("variable", variables_of(profile, from), variables_of(profile, to), changes);
  compare("defect", defects_of(profile, from), defects_of(profile, to), changes);
  return changes;
}

std::string_view word(ChangeKind change) { return kChanges[static_cast<size_t>(change)]; }

}  // namespace pilotage
