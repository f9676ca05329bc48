// SPDX-License-Identifier: Apache-2.0
// Rows as JSON for programs and as TOML for files, by the table of columns.
#pragma once

#include <string>

#include "base/json.h"
#include "profile/columns.h"

namespace pilotage {

// What the row says, without what is empty; `file` and `line` say where it stands.
Json row_to_json(const KindInfo& kind, const ProfileRow& row);
// A cell as one text for people; empty where it is.
std::string cell_text(const CellSlot& slot);

// A file that `parse_profile` reads back, rows of all kinds one after another, under a comment.
std::string rows_to_toml(const Profile& profile, std::string_view comment);

}  // namespace pilotage
