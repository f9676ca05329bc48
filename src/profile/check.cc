// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "profile/reader.h"

namespace pilotage {
namespace {

using RowMistakes = std::vector<RowMistake>;

void add(RowMistakes& mistakes, const ProfileRow& row, std::string text) {
  mistakes.push_back({row.file, row.line, std::move(text)});
}

template <typename Visit>
void for_each_row(const Profile& profile, Visit visit) {
  for (const auto& kind : row_kinds()) {
    for (size_t i = 0; i < kind.count(profile); ++i) visit(kind.row(profile, i));
  }
}

std::string known(std::string_view word, const std::set<std::string>& words) {
  const std::vector<std::string_view> views(words.begin(), words.end());
  return suggestion(word, views);
}

void check_ids(const Profile& profile, RowMistakes& mistakes) {
  std::map<std::string, const ProfileRow*> ids;
  std::set<std::string> names;
  for_each_row(profile, [&](const ProfileRow& row) {
    if (row.id.empty()) return;
    const auto [first, is_new] = ids.emplace(row.id, &row);
    names.insert(row.id);
    if (is_new) return;
    add(mistakes, row,
        fmt::format("the id {} stands also in {}:{}", shown(row.id), first->second->file, first->second->line));
  });
  for_each_row(profile, [&](const ProfileRow& row) {
    for (const auto& other : row.conflicts_with) {
      if (names.contains(other) && other != row.id) continue;
      add(mistakes, row, fmt::format("\"conflicts_with\" names no other row: {}{}", shown(other), known(other, names)));
    }
  });
}

std::set<std::string> component_names(const Profile& profile) {
  std::set<std::string> names;
  for (const auto& component : profile.components) names.insert(component.name);
  return names;
}

void check_components(const Profile& profile, RowMistakes& mistakes) {
  const auto names = component_names(profile);
  for (const auto& release : profile.releases) {
    for (const auto& [name, versions] : release.components) {
      if (!names.contains(name))
        add(mistakes, release, fmt::format("no component {}{}", shown(name), known(name, names)));
      if (versions.empty()) add(mistakes, release, fmt::format("the component {} has no version", shown(name)));
    }
  }
  for (const auto& local : profile.local_versions) {
    if (!local.names.empty() && !names.contains(local.names)) {
      add(mistakes, local, fmt::format("no component {}{}", shown(local.names), known(local.names, names)));
    }
  }
}

void check_chips(const Profile& profile, RowMistakes& mistakes) {
  std::set<std::string> names;
  for (const auto& chip : profile.chips) names.insert(chip.name);
  const auto check = [&](const ProfileRow& row, const std::vector<std::string>& chips) {
    for (const auto& chip : chips) {
      if (!names.contains(chip)) add(mistakes, row, fmt::format("no chip {}{}", shown(chip), known(chip, names)));
    }
  };
  for (const auto& figure : profile.figures) {
    check(figure, figure.chips);
    if ((figure.name == FigureName::kPeak) == figure.format.empty()) {
      add(mistakes, figure, "a peak, and nothing but a peak, has a \"format\"");
    }
  }
  for (const auto& feature : profile.features) check(feature, feature.chips);
  for (const auto& release : profile.releases) check(release, release.chips);
}

// A row that says nothing would only hide others.
void check_says_something(const Profile& profile, RowMistakes& mistakes) {
  for (const auto& row : profile.operators) {
    if (row.overloads.empty()) add(mistakes, row, "\"overloads\" is empty");
  }
}

}  // namespace

std::vector<RowMistake> check_rows(const Profile& profile) {
  RowMistakes mistakes;
  check_ids(profile, mistakes);
  check_components(profile, mistakes);
  check_chips(profile, mistakes);
  check_says_something(profile, mistakes);
  return mistakes;
}

}  // namespace pilotage
