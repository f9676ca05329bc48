// SPDX-License-Identifier: Apache-2.0
// Rows read from the tree of a file, by the table of columns.
#pragma once

#include <string>
#include <string_view>

#include "base/mistakes.h"
#include "base/toml.h"
#include "profile/columns.h"

namespace pilotage {

// Adds what `document` holds to the profile. `file` is the name alone: it says which kinds of row may stand there, and
// whether the profile itself is named there.
void read_rows(const TomlNode& document, std::string_view file, Profile& profile, Mistakes& mistakes);

// What only all rows together show: ids that stand twice or lead nowhere, components and chips that are not there.
// Each mistake with the file and line of its row.
struct RowMistake {
  std::string file;
  int64_t line = 0;
  std::string text;
};
std::vector<RowMistake> check_rows(const Profile& profile);

}  // namespace pilotage
