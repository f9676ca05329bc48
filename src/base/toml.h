// SPDX-License-Identifier: Apache-2.0
// TomlNode: a TOML document as a tree that remembers where each value stands, so that a plan's mistakes can be shown
// with line and column. Plans and profiles read it; nothing writes TOML but `pilotage init`, as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace pilotage {

struct TomlPlace {
  int64_t line = 0;    // from 1
  int64_t column = 0;  // from 1
};

struct TomlNode {
  using Array = std::vector<TomlNode>;
  struct Member;
  using Table = std::vector<Member>;  // in the order of the file

  std::variant<std::string, int64_t, double, bool, Array, Table> value;
  TomlPlace place;

  const std::string* string_if() const { return std::get_if<std::string>(&value); }
  const int64_t* integer_if() const { return std::get_if<int64_t>(&value); }
  const bool* boolean_if() const { return std::get_if<bool>(&value); }
  const Array* array_if() const { return std::get_if<Array>(&value); }
  const Table* table_if() const { return std::get_if<Table>(&value); }
  // The member with that name, or null where this is no table or has none.
  const TomlNode* find(std::string_view key) const;
};

struct TomlNode::Member {
  std::string key;
  TomlPlace place;  // of the key
  TomlNode node;
};

// Dates and times are refused: no file of ours has any. Errors read `line 3, column 7: …`.
Result<TomlNode> parse_toml(std::string_view text);

}  // namespace pilotage
