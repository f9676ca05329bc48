// SPDX-License-Identifier: Apache-2.0
// The mirror of message.cc: every message as its one line of canonical JSON.
#include "probe/speaker.h"

#include <unistd.h>

#include <cerrno>
#include <cmath>

#include "base/digest.h"

namespace pilotage {
namespace {

Json members(const Observation& one) {
  Json out = Json::object();
  out.set("type", "observation").set("metric", one.metric).set("unit", one.unit).set("run", one.run);
  if (!one.item.empty()) out.set("item", one.item);
  return out.set("value", one.value);
}

Json members(const ProbeSeries& series) {
  Json values = Json::array();
  for (const double value : series.values) values.push(value);
  Json out = Json::object();
  out.set("type", "series").set("metric", series.metric).set("unit", series.unit).set("run", series.run);
  out.set("values", std::move(values));
  if (series.items.empty()) return out;
  Json items = Json::array();
  for (const auto& item : series.items) items.push(item);
  return out.set("items", std::move(items));
}

Json members(const ProbeHello& hello) {
  Json out = Json::object();
  out.set("type", "hello").set("protocol", hello.protocol).set("probe", hello.probe).set("version", hello.version);
  return out.set("found", hello.found);
}

Json members(const Progress& progress) {
  Json out = Json::object();
  return out.set("type", "progress").set("done", progress.done).set("total", progress.total).set("text", progress.text);
}

Json members(const ProbeFinding& finding) {
  Json out = Json::object();
  out.set("type", "finding").set("rule", finding.rule).set("class", finding.klass).set("text", finding.text);
  if (!finding.place.empty()) out.set("place", finding.place);
  return out.set("blocking", finding.blocking);
}

Json members(const ProbeLog& log) {
  return Json::object().set("type", "log").set("level", log.level).set("text", log.text);
}

Json members(const ProbeArtifact& artifact) {
  Json out = Json::object();
  out.set("type", "artifact").set("name", artifact.name).set("media", artifact.media).set("bytes", artifact.bytes);
  return out.set("sha256", artifact.sha256);
}

Json members(const ProbeDone&) { return Json::object().set("type", "done"); }

Json members(const ProbeError& error) {
  Json out = Json::object();
  out.set("type", "error").set("code", error.code).set("message", error.message);
  if (!error.hint.empty()) out.set("hint", error.hint);
  return out;
}

}  // namespace

std::string probe_line(const ProbeMessage& message) {
  return std::visit([](const auto& one) { return members(one).canonical(); }, message) + '\n';
}

void Speaker::say(const ProbeMessage& message) {
  if (voice_ == Voice::kSpeaks) write(probe_line(message));
}

void Speaker::observe(std::string_view metric, double value, std::string_view unit, std::string_view item,
                      int64_t run) {
  say(Observation{
      .metric = std::string(metric), .unit = std::string(unit), .item = std::string(item), .run = run, .value = value});
}

void Speaker::progress(int64_t done, int64_t total, std::string_view text) {
  say(Progress{.done = done, .total = total, .text = std::string(text)});
}

void Speaker::log(std::string_view text) { say(ProbeLog{.level = "info", .text = std::string(text)}); }

void Speaker::warn(std::string_view text) { say(ProbeLog{.level = "warning", .text = std::string(text)}); }

void Speaker::artifact(std::string_view name, std::string_view media, std::string_view bytes) {
  say(ProbeArtifact{.name = std::string(name),
                    .media = std::string(media),
                    .bytes = static_cast<int64_t>(bytes.size()),
                    .sha256 = sha256_hex(bytes)});
  if (voice_ == Voice::kSpeaks) write(bytes);
}

void Speaker::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) ::_exit(1);
    bytes.remove_prefix(static_cast<size_t>(count));
  }
}

}  // namespace pilotage
