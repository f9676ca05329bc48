// SPDX-License-Identifier: Apache-2.0
// One value of a plan file: checked against its row of the table and put into its slot, and read back as JSON.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/toml.h"
#include "plan/keys.h"

namespace pilotage {

struct Complaint {
  TomlPlace place;
  std::string text;  // goes on from the key's name: `must be …`
};

// Empty where all is well; then, and only then, the slot has changed.
std::vector<Complaint> put(const TomlNode& node, const Key& key, const Slot& slot);

// The value in a slot; null where there is none.
Json value_of(const Slot& slot);

// `text`, `integer`, `list of texts`, …: the type that a key asks for, in the words of docs/plan.md.
std::string_view type_name(const Slot& slot);

}  // namespace pilotage
