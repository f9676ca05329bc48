// SPDX-License-Identifier: Apache-2.0
// toml++ parses; its exceptions become errors here and go no further.
#include "base/toml.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace pilotage {
namespace {

TomlPlace place_of(const toml::source_region& region) {
  return {.line = static_cast<int64_t>(region.begin.line), .column = static_cast<int64_t>(region.begin.column)};
}

std::string at(TomlPlace place) {
  return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

Result<TomlNode> convert(const toml::node& node);

Result<TomlNode> convert_table(const toml::table& table) {
  TomlNode::Table members;
  for (const auto& [key, child] : table) {
    members.push_back({std::string(key.str()), place_of(key.source()), TRY(convert(child))});
  }
  const auto before = [](const auto& a, const auto& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  };
  std::stable_sort(members.begin(), members.end(), before);
  return TomlNode{std::move(members), place_of(table.source())};
}

Result<TomlNode> convert_array(const toml::array& array) {
  TomlNode::Array elements;
  for (const auto& child : array) elements.push_back(TRY(convert(child)));
  return TomlNode{std::move(elements), place_of(array.source())};
}

Result<TomlNode> convert(const toml::node& node) {
  const TomlPlace place = place_of(node.source());
  if (const auto* table = node.as_table()) return convert_table(*table);
  if (const auto* array = node.as_array()) return convert_array(*array);
  if (const auto* text = node.as_string()) return TomlNode{text->get(), place};
  if (const auto* integer = node.as_integer()) return TomlNode{integer->get(), place};
  if (const auto* boolean = node.as_boolean()) return TomlNode{boolean->get(), place};
  if (const auto* real = node.as_floating_point()) {
    if (!std::isfinite(real->get())) return usage_error(at(place) + ": a number must be finite");
    return TomlNode{real->get(), place};
  }
  return usage_error(at(place) + ": dates and times are not used here; write text in quotes");
}

}  // namespace

const TomlNode* TomlNode::find(std::string_view key) const {
  const Table* table = table_if();
  if (table == nullptr) return nullptr;
  for (const auto& member : *table) {
    if (member.key == key) return &member.node;
  }
  return nullptr;
}

Result<TomlNode> parse_toml(std::string_view text) {
  try {
    const toml::table table = toml::parse(text);
    return convert(table);
  } catch (const toml::parse_error& error) {
    return usage_error(at(place_of(error.source())) + ": " + std::string(error.description()));
  }
}

}  // namespace pilotage
