// SPDX-License-Identifier: Apache-2.0
// Questions to a profile. Where several rows answer, the one to go by is: what a probe saw before the vendor's
// documentation, before the vendor's code, before what others report; of equals the newer date, then the earlier row.
// A row that holds for other releases only does not answer; where no release is named, only rows that still hold do.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profile/profile.h"

namespace pilotage {

// `a` is to be gone by rather than `b`.
bool outranks(const ProfileRow& a, const ProfileRow& b);
// Whether the row speaks of that release; of the newest where it is empty.
bool holds_at(const ProfileRow& row, std::string_view release);
// The row with that id; null where there is none.
const ProfileRow* row_with_id(const Profile& profile, std::string_view id);
// Rows that say other than this one, named by it or naming it.
std::vector<const ProfileRow*> conflicts_of(const Profile& profile, const ProfileRow& row);

enum class CallMode { kEager, kCompiled };

struct OperatorAnswer {
  Support support = Support::kUnknown;
  const OperatorRow* row = nullptr;        // that says so; null: nothing is known
  std::vector<const OperatorRow*> others;  // of lower rank, that speak of it too
  bool by_base_name = false;               // no row names the overload; one for the operator does
};

// For many questions to one profile, which must outlive it.
class OperatorTable {
 public:
  explicit OperatorTable(const Profile& profile, std::string_view release = {});

  // `overload` as `aten::add.Tensor`; `dtype` as PyTorch names it, empty: whatever the operator does in general. A row
  // that names the dtype goes before one that does not. Never `kYes` without a row.
  OperatorAnswer answer(std::string_view overload, CallMode mode, std::string_view dtype = {}) const;

 private:
  using Rows = std::vector<const OperatorRow*>;
  std::unordered_map<std::string_view, Rows> by_overload_;
};

// Null where the profile says nothing. A row for that chip goes before one for all.
const FeatureRow* find_feature(const Profile& profile, std::string_view name, std::string_view chip = {},
                               std::string_view release = {});
// What becomes of a dtype on this stack: the feature `dtype.…`.
const FeatureRow* find_dtype(const Profile& profile, std::string_view dtype, std::string_view chip = {},
                             std::string_view release = {});

// By name or alias, letters' case aside; null where there is none.
const ChipRow* find_chip(const Profile& profile, std::string_view name);
// Every row for that figure of the chip, the one to go by first. `format` for peaks.
std::vector<const FigureRow*> figures_of(const Profile& profile, std::string_view chip, FigureName name,
                                         std::string_view format = {});

// How versions found on a machine sit in a release.
struct ReleaseFit {
  const ReleaseRow* release = nullptr;
  std::vector<std::string> fitting;    // components whose version belongs to it
  std::vector<std::string> differing;  // whose version does not
  std::vector<std::string> unseen;     // that were not found on the machine
};
// `versions`: component or package name -> version. The release that they sit in best comes first: most components
// that fit beyond those that differ, then fewest that differ, then as the file orders them.
std::vector<ReleaseFit> release_fits(const Profile& profile, const std::map<std::string, std::string>& versions);
// The component of that name or package name; null where there is none.
const ComponentRow* find_component(const Profile& profile, std::string_view name);
// All versions of a component in a release, over the chips that it is for.
std::vector<std::string> versions_in(const Profile& profile, std::string_view release, std::string_view component);

// Package names are compared as PEP 503 asks: case, `-`, `_` and `.` aside.
const WheelRow* find_wheel(const Profile& profile, std::string_view package);
// What the local part of a wheel's version says; null where no row has its letters.
const LocalVersionRow* find_local_version(const Profile& profile, std::string_view version);

const VariableRow* find_variable(const Profile& profile, std::string_view name);
// The other vendor's variable or tool for the same thing; null where it has none, or the role of `one` is empty.
const VariableRow* twin_of(const VariableRow& one, const Profile& other);
const ToolRow* twin_of(const ToolRow& one, const Profile& other);

}  // namespace pilotage
