// SPDX-License-Identifier: Apache-2.0
#include "evidence/head.h"

#include "base/file.h"
#include "evidence/structure.h"

namespace pilotage {
namespace {

constexpr uint64_t kMaxHeadFile = 4096;  // it holds two short members

}  // namespace

Json head_to_json(const Head& head) {
  return Json::object().set("hash", Json(head.hash)).set("sequence", Json(head.sequence));
}

Result<Head> head_from_json(const Json& json) {
  const Json::Object* members = json.object_if();
  const Head head{.sequence = json.integer_or("sequence", -1), .hash = std::string(json.text_or("hash"))};
  if (members == nullptr || members->size() != 2 || head.sequence < 0 || !is_digest(head.hash)) {
    return damaged_error("the head of a chain is an object with \"hash\" and \"sequence\"");
  }
  return head;
}

Result<std::optional<Head>> read_head_file(const std::filesystem::path& path) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (status.type() == std::filesystem::file_type::not_found) return std::optional<Head>();
  if (status.type() == std::filesystem::file_type::none) {
    return environment_error("cannot look at \"" + path.string() + "\": " + code.message(), "check the rights of its folder");
  }
  if (!std::filesystem::is_regular_file(status)) return damaged_error("\"" + path.string() + "\" is not a plain file");
  const std::string text = TRY(read_file(path, kMaxHeadFile));
  const auto json = parse_json(text);
  if (!json.ok()) return damaged_error("\"" + path.string() + "\": " + json.error().message());
  if (json->canonical() + "\n" != text) return damaged_error("\"" + path.string() + "\" is not as it was written");
  return std::optional<Head>(TRY(head_from_json(*json).in(path.string())));
}

Status write_head_file(const std::filesystem::path& path, const Head& head) {
  return write_file(path, head_to_json(head).canonical() + "\n");
}

}  // namespace pilotage
