// SPDX-License-Identifier: Apache-2.0
// What is gained and lost from one profile to another, or from one release of a profile to another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "profile/profile.h"

namespace pilotage {

enum class ChangeKind {
  kGained,   // runs there and not here, or is there alone
  kLost,     // runs here and not there, or is here alone
  kChanged,  // is on both sides and says other things
};

struct ProfileChange {
  ChangeKind change = ChangeKind::kChanged;
  std::string what;  // operator, feature, component, variable, wheel, defect
  std::string name;
  std::string from;  // empty: nothing is known of it there
  std::string to;
};

// Operators (each mode by itself), features, variables by role, wheels. Ordered by kind, change and name.
std::vector<ProfileChange> compare_profiles(const Profile& from, const Profile& to);
// Components with their versions, operators, features, variables and defects. A usage error where the profile has no
// such release.
Result<std::vector<ProfileChange>> compare_releases(const Profile& profile, std::string_view from, std::string_view to);

std::string_view word(ChangeKind change);

}  // namespace pilotage
