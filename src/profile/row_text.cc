// SPDX-License-Identifier: Apache-2.0
#include "profile/row_text.h"

#include <fmt/core.h>

#include "base/text.h"

namespace pilotage {
namespace {

std::string quantity_text(const Quantity& value) {
  return value.unit == "1" ? shortest(value.value) : shortest(value.value) + " " + value.unit;
}

// Null for what is empty.
struct ToJson {
  Json operator()(const std::string* text) const { return text->empty() ? Json() : Json(*text); }
  Json operator()(const int64_t* number) const { return *number == 0 ? Json() : Json(*number); }
  Json operator()(const bool* truth) const { return *truth ? Json(true) : Json(); }
  Json operator()(const Quantity* value) const { return Json(quantity_text(*value)); }

  Json operator()(const std::vector<std::string>* texts) const {
    Json list;
    for (const auto& text : *texts) list.push(text);
    return list;
  }

  Json operator()(const Components* components) const {
    Json object = Json::object();
    for (const auto& [name, versions] : *components) object.set(name, (*this)(&versions));
    return object;
  }

  template <typename Word>
  requires std::is_enum_v<Word> Json operator()(const Word* value) const {
    return Json(word_in(CellSlot(const_cast<Word*>(value))));
  }
};

Json cell_to_json(const Column& column, const ProfileRow& row) { return std::visit(ToJson(), slot_of(column, row)); }

// A JSON string is a basic string of TOML, but for the one character that only TOML wants escaped.
std::string toml_text(const std::string& text) {
  std::string quoted = json_quote(text);
  for (size_t at = 0; (at = quoted.find('\x7f', at)) != std::string::npos; at += 6) quoted.replace(at, 1, "\\u007f");
  return quoted;
}

std::string toml_value(const Json& value);

std::string toml_list(const Json::Array& list) {
  std::vector<std::string> parts;
  for (const auto& one : list) parts.push_back(toml_value(one));
  return "[" + join(parts, ", ") + "]";
}

std::string toml_value(const Json& value) {
  if (const auto* text = value.string_if()) return toml_text(*text);
  if (const auto* list = value.array_if()) return toml_list(*list);
  if (const auto* object = value.object_if()) {
    std::vector<std::string> parts;
    for (const auto& [key, member] : *object) parts.push_back(toml_text(key) + " = " + toml_value(member));
    return "{ " + join(parts, ", ") + " }";
  }
  return value.canonical();
}

std::string row_to_toml(const KindInfo& kind, const ProfileRow& row) {
  std::string out = fmt::format("\n[[{}]]\n", kind.name);
  for (const Column* column : columns_of(kind)) {
    const Json value = cell_to_json(*column, row);
    if (!value.is_null()) out += fmt::format("{} = {}\n", column->name, toml_value(value));
  }
  return out;
}

}  // namespace

Json row_to_json(const KindInfo& kind, const ProfileRow& row) {
  Json object = Json::object();
  for (const Column* column : columns_of(kind)) {
    Json value = cell_to_json(*column, row);
    if (!value.is_null()) object.set(std::string(column->name), std::move(value));
  }
  return object.set("file", row.file).set("line", row.line);
}

std::string cell_text(const CellSlot& slot) {
  const Json value = std::visit(ToJson(), slot);
  if (value.is_null()) return "";
  if (const auto* text = value.string_if()) return *text;
  if (value.array_if() == nullptr && value.object_if() == nullptr) return value.canonical();
  std::vector<std::string> parts;
  if (const auto* list = value.array_if()) {
    for (const auto& one : *list) parts.push_back(*one.string_if());
  } else {
    for (const auto& [key, member] : *value.object_if()) parts.push_back(key + " " + toml_value(member));
  }
  return join(parts, ", ");
}

std::string rows_to_toml(const Profile& profile, std::string_view comment) {
  std::string out;
  for (const auto& line : split(comment, '\n')) out += "# " + line + "\n";
  for (const auto& kind : row_kinds()) {
    for (size_t i = 0; i < kind.count(profile); ++i) out += row_to_toml(kind, kind.row(profile, i));
  }
  return out;
}

}  // namespace pilotage
