// SPDX-License-Identifier: Apache-2.0
// A probe's rows are written as the file that they will stand in, and that file is read: what can be read once can be
// read again.
#include <fmt/core.h>

#include "base/json.h"
#include "base/mistakes.h"
#include "profile/columns.h"
#include "profile/import.h"
#include "profile/reader.h"

namespace pilotage {
namespace {

constexpr const char* kHint = "docs/profile-format.md, \"The result of a probe\", shows one";

// Values that TOML has too; null where the row leaves something out.
TomlNode node_of(const Json& value);

TomlNode list_node(const Json::Array& list) {
  TomlNode::Array nodes;
  for (const auto& one : list) nodes.push_back(node_of(one));
  return {std::move(nodes), {}};
}

TomlNode table_node(const Json::Object& object) {
  TomlNode::Table members;
  for (const auto& [key, member] : object) {
    if (!member.is_null()) members.push_back({key, {}, node_of(member)});
  }
  return {std::move(members), {}};
}

TomlNode node_of(const Json& value) {
  if (const auto* text = value.string_if()) return {*text, {}};
  if (const auto* truth = value.boolean_if()) return {*truth, {}};
  if (const auto* number = value.integer_if()) return {*number, {}};
  if (const auto* list = value.array_if()) return list_node(*list);
  if (const auto* object = value.object_if()) return table_node(*object);
  return {value.number().value_or(0), {}};
}

// Lines and columns are those of a made-up file in which each row stands on a line: `RESULT.json:3:1` is the third row.
void place(TomlNode& node, TomlPlace at) {
  node.place = at;
  if (auto* list = std::get_if<TomlNode::Array>(&node.value)) {
    for (auto& one : *list) place(one, at);
  }
  if (auto* table = std::get_if<TomlNode::Table>(&node.value)) {
    for (auto& member : *table) {
      member.place = at;
      place(member.node, at);
    }
  }
}

// The document that probed.toml will be.
TomlNode document_of(const Json& result) {
  Json defaults = Json::object();
  defaults.set("source", result.find("source") != nullptr ? *result.find("source") : Json("a probe on the device"));
  defaults.set("date", result.find("date") != nullptr ? *result.find("date") : Json("")).set("confidence", "probed");
  Json document = Json::object();
  document.set("default", std::move(defaults));
  for (const auto& [key, member] : *result.object_if()) {
    if (key != "source" && key != "date" && key != "profile") document.set(key, member);
  }
  return node_of(document);
}

void place_rows(TomlNode& document) {
  int64_t line = 0;
  place(document, {1, 1});
  for (auto& section : std::get<TomlNode::Table>(document.value)) {
    auto* list = std::get_if<TomlNode::Array>(&section.node.value);
    if (list == nullptr) continue;
    for (auto& row : *list) place(row, {++line, 1});
  }
}

Status check_profile_name(const Json& result, const std::filesystem::path& file, std::string_view profile) {
  const std::string_view named = result.text_or("profile");
  if (named == profile) return Done{};
  return usage_error(fmt::format("{}: the probe saw profile {}, not \"{}\"", file.string(),
                                 named.empty() ? "(none named)" : shown(named), profile),
                     kHint);
}

// A row may bring a source of its own, but it stays one of a probe.
Status check_probed(const Profile& rows, const std::filesystem::path& file) {
  size_t count = 0;
  for (const auto& kind : row_kinds()) {
    for (size_t i = 0; i < kind.count(rows); ++i, ++count) {
      if (kind.row(rows, i).confidence == Confidence::kProbed) continue;
      return usage_error(fmt::format("{}: row {} is not \"probed\"", file.string(), count + 1), kHint);
    }
  }
  if (count == 0) return usage_error(fmt::format("{}: no rows", file.string()), kHint);
  return Done{};
}

}  // namespace

Result<ImportedRows> read_probe_result(std::string_view json, const std::filesystem::path& file,
                                       std::string_view profile) {
  const Json result = TRY(parse_json(json).in(file.string()));
  if (result.object_if() == nullptr) return usage_error(file.string() + ": must be one JSON object", kHint);
  TRY(check_profile_name(result, file, profile));
  TomlNode document = document_of(result);
  place_rows(document);
  ImportedRows imported;
  Mistakes mistakes;
  read_rows(document, kProbedFile, imported.rows, mistakes);
  if (!mistakes.empty()) return mistakes.to_error(file, kHint);
  TRY(check_probed(imported.rows, file));
  return imported;
}

Profile with_older_rows(Profile newer, const Profile& older) {
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(newer.detects, older.detects);
  append(newer.facts, older.facts);
  append(newer.components, older.components);
  append(newer.releases, older.releases);
  append(newer.chips, older.chips);
  append(newer.figures, older.figures);
  append(newer.operators, older.operators);
  append(newer.features, older.features);
  append(newer.collectives, older.collectives);
  append(newer.variables, older.variables);
  append(newer.wheels, older.wheels);
  append(newer.local_versions, older.local_versions);
  append(newer.tools, older.tools);
  append(newer.errors, older.errors);
  append(newer.defects, older.defects);
  return newer;
}

}  // namespace pilotage
