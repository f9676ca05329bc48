// SPDX-License-Identifier: Apache-2.0
#include "evidence/structure.h"

#include <algorithm>
#include <cmath>

namespace pilotage {
namespace {

// A pilot has thousands. Together they bound the memory that a chain can ask for, whatever its bytes are.
constexpr int64_t kMaxTracked = 2000000;

Error broken(const char* rule) { return damaged_error(rule); }

bool has_text(const Json& body, std::string_view key) {
  const Json* member = body.find(key);
  return member != nullptr && member->string_if() != nullptr && member->string_if()->size() <= kMaxWordBytes;
}

bool has_object(const Json& body, std::string_view key) {
  const Json* member = body.find(key);
  return member != nullptr && member->object_if() != nullptr;
}

Status check_case(const Json& body) {
  for (const auto* key : {"key", "seal", "stage", "platform", "against", "workload", "probe", "environment_lock", "started"}) {
    if (!has_text(body, key)) return damaged_error(std::string("a case record without a short text \"") + key + "\"");
  }
  for (const auto* key : {"shared", "own", "request"}) {
    if (!has_object(body, key)) return damaged_error(std::string("a case record without the object \"") + key + "\"");
  }
  const Json* origin = body.find("origin");
  if (origin == nullptr || origin->array_if() == nullptr) return broken("a case record without its list \"origin\"");
  for (const Json& digest : *origin->array_if()) {
    if (digest.string_if() == nullptr) return broken("a case record whose \"origin\" is no list of texts");
  }
  return Done{};
}

Result<Json> canonical_body(std::string_view text) {
  auto parsed = parse_json(text);
  if (!parsed.ok() || parsed->object_if() == nullptr) return broken("a record's body is not one JSON object");
  if (parsed->canonical() != text) return broken("a record's body is not in its canonical form");
  return parsed;
}

// How many bytes the code point at `text[0]` takes, 0 where it is none (RFC 3629: no overlong forms, no surrogates).
size_t code_point_bytes(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return follows(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const bool in_range = !(lead == 0xe0 && byte(1) < 0xa0) && !(lead == 0xed && byte(1) > 0x9f);
    return in_range && follows(1) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const bool in_range = !(lead == 0xf0 && byte(1) < 0x90) && !(lead == 0xf4 && byte(1) > 0x8f);
    return in_range && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

bool is_digest(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool is_metric(std::string_view text) {
  return !text.empty() && text.size() <= kMaxWordBytes && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t bytes = code_point_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

Status Structure::accept(const RecordView& record) {
  if (record.kind == RecordKind::kObservation) return accept_observation(record);
  return accept_body(record);
}

Status Structure::accept_observation(const RecordView& record) {
  State* state = open_state(record.attempt);
  if (state == nullptr) return broken("an observation of an attempt that is not open");
  if (!is_metric(record.metric)) return broken("an observation's metric is not dotted lower case");
  if (record.unit.empty() || record.unit.size() > kMaxWordBytes) return broken("an observation without a unit");
  if (!std::isfinite(record.value)) return broken("an observation that is not finite");
  if (record.value == 0 && std::signbit(record.value)) return broken("an observation of -0");
  if (record.item.size() > kMaxItemBytes) return broken("an observation's item is too long");
  if (!is_utf8(record.unit) || !is_utf8(record.item)) return broken("an observation's unit or item is not UTF-8");
  if (!record.body.empty()) return broken("an observation with a body");
  ++tally_.observations;
  const auto place = state->counts.find(record.metric);
  if (place != state->counts.end()) {
    ++place->second;
    return Done{};
  }
  state->counts.emplace(record.metric, 1);
  return track();
}

Status Structure::accept_body(const RecordView& record) {
  const int kind = static_cast<int>(record.kind);
  if (kind < 1 || kind > static_cast<int>(kLastKind)) return broken("a record of an unknown kind");
  if (!record.metric.empty() || !record.unit.empty() || !record.item.empty() || record.run != 0 || record.value != 0) {
    return broken("a record that is no observation and has a number");
  }
  if (record.body.size() > kMaxBodyBytes) return broken("a record's body is longer than 16 MiB");
  const Json body = TRY(canonical_body(record.body));
  switch (record.kind) {
    case RecordKind::kCase: return open_attempt(record, body);
    case RecordKind::kDone:
    case RecordKind::kFailed: return close_attempt(record, body);
    default: break;
  }
  if (record.attempt != 0 && !attempts_.contains(record.attempt)) return broken("a record of an attempt that is not there");
  if (record.kind == RecordKind::kArtifact) return add_artifact(body);
  return Done{};
}

Status Structure::open_attempt(const RecordView& record, const Json& body) {
  if (record.attempt != record.sequence) return broken("a case record that names another attempt than its own");
  TRY(check_case(body));
  attempts_[record.attempt] = State{};
  ++tally_.attempts;
  return track();
}

Status Structure::close_attempt(const RecordView& record, const Json& body) {
  State* state = open_state(record.attempt);
  if (state == nullptr) return broken("the end of an attempt that is not open");
  const Json* counted = body.find("counts");
  if (counted == nullptr || !(*counted == counts(record.attempt))) {
    return broken("the end of an attempt that counts other observations than there are");
  }
  const auto seconds = body.number_at("seconds");
  if (!seconds || *seconds < 0) return broken("the end of an attempt without its duration");
  state->ended = true;
  tracked_ -= std::ssize(state->counts);
  state->counts.clear();
  if (record.kind == RecordKind::kDone) ++tally_.complete;
  return Done{};
}

Status Structure::add_artifact(const Json& body) {
  const std::string digest(body.text_or("sha256"));
  const int64_t bytes = body.integer_or("bytes", -1);
  if (!is_digest(digest) || bytes < 0) return broken("an artifact record without digest or size");
  if (!has_text(body, "name") || !has_text(body, "media")) return broken("an artifact record without name or media type");
  const auto [place, is_new] = artifacts_.emplace(digest, bytes);
  if (is_new) return track();
  if (place->second != bytes) return broken("two artifact records that give one digest two sizes");
  return Done{};
}

Status Structure::track() {
  if (++tracked_ > kMaxTracked) return broken("more attempts, artifacts and metrics than a store can have");
  return Done{};
}

Structure::State* Structure::open_state(Sequence attempt) {
  if (recent_state_ == nullptr || recent_attempt_ != attempt) {
    const auto place = attempts_.find(attempt);
    if (place == attempts_.end()) return nullptr;
    recent_state_ = &place->second;
    recent_attempt_ = attempt;
  }
  return recent_state_->ended ? nullptr : recent_state_;
}

bool Structure::is_open(Sequence attempt) const {
  const auto place = attempts_.find(attempt);
  return place != attempts_.end() && !place->second.ended;
}

Json Structure::counts(Sequence attempt) const {
  Json::Object members;
  const auto place = attempts_.find(attempt);
  if (place == attempts_.end()) return members;
  for (const auto& [metric, count] : place->second.counts) members.emplace_back(metric, Json(count));
  return members;
}

}  // namespace pilotage
