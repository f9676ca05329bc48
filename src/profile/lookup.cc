// SPDX-License-Identifier: Apache-2.0
#include "profile/lookup.h"

#include <algorithm>
#include <array>

#include "profile/columns.h"
#include "profile/version.h"

namespace pilotage {
namespace {

// By value of Confidence: official, snapshot, reported, probed.
constexpr std::array<int, 4> kRank = {2, 1, 0, 3};

int rank_of(const ProfileRow& row) { return kRank[static_cast<size_t>(row.confidence)]; }

bool contains(const std::vector<std::string>& list, std::string_view one) {
  return std::ranges::find(list, one) != list.end();
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letters(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, lower, lower); }

// PEP 503: runs of `-`, `_` and `.` are one `-`.
std::string normal_package(std::string_view name) {
  std::string normal;
  for (const char c : name) {
    const bool joins = c == '-' || c == '_' || c == '.';
    if (!joins)
      normal += lower(c);
    else if (!normal.empty() && normal.back() != '-')
      normal += '-';
  }
  return normal;
}

// The row that outranks all others that `fits`; null where none does.
template <typename Row, typename Fits>
const Row* best_of(const std::vector<Row>& rows, Fits fits) {
  const Row* best = nullptr;
  for (const Row& row : rows) {
    if (fits(row) && (best == nullptr || outranks(row, *best))) best = &row;
  }
  return best;
}

std::string_view base_name(std::string_view overload) {
  return overload.substr(0, std::min(overload.find('.'), overload.size()));
}

// ---- operators ----

Support column(const OperatorRow& row, CallMode mode) { return mode == CallMode::kEager ? row.eager : row.compiled; }

bool names_dtype(const OperatorRow& row, std::string_view dtype) {
  return !dtype.empty() && (contains(row.dtypes, dtype) || contains(row.dtypes_not, dtype));
}

// What the row says of the dtype; unknown where it speaks of other dtypes only.
Support says(const OperatorRow& row, CallMode mode, std::string_view dtype) {
  if (!dtype.empty() && contains(row.dtypes_not, dtype)) return Support::kNo;
  if (!dtype.empty() && !row.dtypes.empty() && !contains(row.dtypes, dtype)) return Support::kUnknown;
  return column(row, mode);
}

OperatorAnswer answer_from(std::vector<const OperatorRow*> rows, CallMode mode, std::string_view dtype) {
  std::ranges::stable_sort(rows, [&](const OperatorRow* a, const OperatorRow* b) {
    const bool first = names_dtype(*a, dtype);
    return first != names_dtype(*b, dtype) ? first : outranks(*a, *b);
  });
  OperatorAnswer answer;
  for (const OperatorRow* row : rows) {
    const Support support = says(*row, mode, dtype);
    if (support == Support::kUnknown || answer.support != Support::kUnknown) {
      answer.others.push_back(row);
      continue;
    }
    answer.support = support;
    answer.row = row;
  }
  return answer;
}

}  // namespace

bool outranks(const ProfileRow& a, const ProfileRow& b) {
  if (rank_of(a) != rank_of(b)) return rank_of(a) > rank_of(b);
  return a.date > b.date;
}

bool holds_at(const ProfileRow& row, std::string_view release) {
  if (release.empty()) return row.until.empty();
  if (!row.since.empty() && compare_versions(release, row.since) < 0) return false;
  return row.until.empty() || compare_versions(release, row.until) < 0;
}

const ProfileRow* row_with_id(const Profile& profile, std::string_view id) {
  for (const auto& kind : row_kinds()) {
    for (size_t i = 0; i < kind.count(profile); ++i) {
      if (kind.row(profile, i).id == id) return &kind.row(profile, i);
    }
  }
  return nullptr;
}

std::vector<const ProfileRow*> conflicts_of(const Profile& profile, const ProfileRow& row) {
  std::vector<const ProfileRow*> found;
  for (const auto& kind : row_kinds()) {
    for (size_t i = 0; i < kind.count(profile); ++i) {
      const ProfileRow& other = kind.row(profile, i);
      const bool named = !other.id.empty() && contains(row.conflicts_with, other.id);
      if (named || (!row.id.empty() && contains(other.conflicts_with, row.id))) found.push_back(&other);
    }
  }
  return found;
}

OperatorTable::OperatorTable(const Profile& profile, std::string_view release) {
  for (const OperatorRow& row : profile.operators) {
    if (!holds_at(row, release)) continue;
    for (const auto& overload : row.overloads) by_overload_[overload].push_back(&row);
  }
}

OperatorAnswer OperatorTable::answer(std::string_view overload, CallMode mode, std::string_view dtype) const {
  const auto exact = by_overload_.find(overload);
  if (exact != by_overload_.end()) {
    const OperatorAnswer answer = answer_from(exact->second, mode, dtype);
    if (answer.row != nullptr) return answer;
  }
  const auto base = by_overload_.find(base_name(overload));
  if (base == by_overload_.end() || base == exact) return {};
  OperatorAnswer answer = answer_from(base->second, mode, dtype);
  answer.by_base_name = answer.row != nullptr;
  return answer;
}

const FeatureRow* find_feature(const Profile& profile, std::string_view name, std::string_view chip,
                               std::string_view release) {
  const auto fits = [&](const FeatureRow& row, bool of_chip) {
    if (row.name != name || !holds_at(row, release)) return false;
    return of_chip ? contains(row.chips, chip) : row.chips.empty();
  };
  const FeatureRow* of_chip =
      chip.empty() ? nullptr : best_of(profile.features, [&](const auto& row) { return fits(row, true); });
  return of_chip != nullptr ? of_chip : best_of(profile.features, [&](const auto& row) { return fits(row, false); });
}

const FeatureRow* find_dtype(const Profile& profile, std::string_view dtype, std::string_view chip,
                             std::string_view release) {
  return find_feature(profile, "dtype." + std::string(dtype), chip, release);
}

const ChipRow* find_chip(const Profile& profile, std::string_view name) {
  const auto is_it = [&](const ChipRow& chip) {
    return same_letters(chip.name, name) ||
           std::ranges::any_of(chip.aliases, [&](const auto& alias) { return same_letters(alias, name); });
  };
  const auto found = std::ranges::find_if(profile.chips, is_it);
  return found != profile.chips.end() ? &*found : nullptr;
}

std::vector<const FigureRow*> figures_of(const Profile& profile, std::string_view chip, FigureName name,
                                         std::string_view format) {
  std::vector<const FigureRow*> found;
  for (const FigureRow& row : profile.figures) {
    if (row.name == name && row.format == format && contains(row.chips, chip)) found.push_back(&row);
  }
  std::ranges::stable_sort(found, [](const auto* a, const auto* b) { return outranks(*a, *b); });
  return found;
}

const WheelRow* find_wheel(const Profile& profile, std::string_view package) {
  const std::string wanted = normal_package(package);
  return best_of(profile.wheels, [&](const WheelRow& row) { return normal_package(row.package) == wanted; });
}

const LocalVersionRow* find_local_version(const Profile& profile, std::string_view version) {
  const std::string letters = split_local(parse_version(version).local).letters;
  if (letters.empty()) return nullptr;
  return best_of(profile.local_versions, [&](const LocalVersionRow& row) { return row.prefix == letters; });
}

const VariableRow* find_variable(const Profile& profile, std::string_view name) {
  return best_of(profile.variables, [&](const VariableRow& row) { return row.name == name && holds_at(row, ""); });
}

const VariableRow* twin_of(const VariableRow& one, const Profile& other) {
  if (one.role.empty()) return nullptr;
  return best_of(other.variables, [&](const VariableRow& row) { return row.role == one.role && holds_at(row, ""); });
}

const ToolRow* twin_of(const ToolRow& one, const Profile& other) {
  if (one.role.empty()) return nullptr;
  return best_of(other.tools, [&](const ToolRow& row) { return row.role == one.role; });
}

}  // namespace pilotage
