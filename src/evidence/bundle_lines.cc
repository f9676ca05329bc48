// SPDX-License-Identifier: Apache-2.0
#include "evidence/bundle_lines.h"

#include <cmath>

#include "evidence/head.h"

namespace pilotage {
namespace {

constexpr std::string_view kFormat = "pilotage-bundle";

std::string text_at(const Json& line, std::string_view key) { return std::string(line.text_or(key)); }

}  // namespace

std::string header_line(const BundleHeader& header) {
  Json line = Json::object();
  line.set("format", Json(kFormat)).set("version", Json(kBundleVersion)).set("head", head_to_json(header.head));
  line.set("artifacts", Json(header.artifacts)).set("artifact_bytes", Json(header.artifact_bytes));
  return line.canonical();
}

Result<BundleHeader> header_of_line(std::string_view line) {
  const auto json = parse_json(line);
  if (!json.ok() || json->text_or("format") != kFormat) return damaged_error("this is not a bundle of evidence");
  const int64_t version = json->integer_or("version", 0);
  if (version != kBundleVersion) {
    return environment_error("the bundle has format version " + std::to_string(version) + ", this program reads " +
                                 std::to_string(kBundleVersion),
                             "use the program that wrote it, or a newer one");
  }
  const Json* head = json->find("head");
  const BundleHeader header{.head = TRY(head_from_json(head != nullptr ? *head : Json())),
                            .artifacts = json->integer_or("artifacts", -1),
                            .artifact_bytes = json->integer_or("artifact_bytes", -1)};
  if (header_line(header) != line || header.artifacts < 0 || header.artifact_bytes < 0) {
    return damaged_error("a header with other members than it should have");
  }
  return header;
}

std::string artifact_line(std::string_view sha256, int64_t bytes) {
  return Json::object().set("artifact", Json(sha256)).set("bytes", Json(bytes)).canonical();
}

// Written by hand: at ten million records a tree of values each would take longer than everything else.
void append_record_line(std::string& out, const RecordView& record) {
  out += "{\"attempt\":";
  out += std::to_string(record.attempt);
  if (record.kind != RecordKind::kObservation) {
    out += ",\"kind\":";
    out += std::to_string(static_cast<int>(record.kind));
    out += '}';
    return;
  }
  out += ",\"item\":";
  out += json_quote(record.item);
  out += ",\"kind\":4,\"metric\":";
  out += json_quote(record.metric);
  out += ",\"run\":";
  out += std::to_string(record.run);
  out += ",\"unit\":";
  out += json_quote(record.unit);
  out += ",\"value\":";
  out += shortest(record.value);
  out += '}';
}

RecordView RecordLine::view() const {
  RecordView view = fields;
  view.metric = metric;
  view.unit = unit;
  view.item = item;
  return view;
}

Result<RecordLine> record_of_line(std::string_view line, Sequence sequence) {
  const auto json = parse_json(line);
  if (!json.ok() || json->object_if() == nullptr) return damaged_error("the line is not one JSON object");
  RecordLine record;
  record.fields = {.sequence = sequence,
                   .attempt = json->integer_or("attempt", -1),
                   .kind = static_cast<RecordKind>(json->integer_or("kind", 0)),
                   .run = json->integer_or("run", 0),
                   .value = json->number_at("value").value_or(0)};
  record.metric = text_at(*json, "metric");
  record.unit = text_at(*json, "unit");
  record.item = text_at(*json, "item");
  std::string again;
  append_record_line(again, record.view());
  if (again != line) return damaged_error("the line is not in its canonical form");
  return record;
}

}  // namespace pilotage
