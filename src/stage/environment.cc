// SPDX-License-Identifier: Apache-2.0
#include "stage/environment.h"

#include <algorithm>

#include "base/digest.h"

namespace pilotage {
namespace {

Result<std::map<Sequence, Attempt>> complete_attempts(const Store& store, const std::string& seal) {
  std::map<Sequence, Attempt> found;
  for (Attempt& attempt : TRY(store.attempts())) {
    if (attempt.complete && attempt.seal == seal) found.emplace(attempt.sequence, std::move(attempt));
  }
  return found;
}

bool is_overridden(const Plan& plan, const std::string& platform, std::string_view rule) {
  return std::any_of(plan.overrides.begin(), plan.overrides.end(),
                     [&](const Override& one) { return one.platform == platform && one.finding == rule; });
}

}  // namespace

Result<std::map<std::string, std::string>> environment_locks(const Store& store, const std::string& seal) {
  const auto attempts = TRY(complete_attempts(store, seal));
  std::map<std::string, std::map<std::string, Json>> found;  // platform -> probe -> facts; later looks win
  for (const Note& note : TRY(store.notes(RecordKind::kHello))) {
    const auto attempt = attempts.find(note.attempt);
    if (attempt == attempts.end() || attempt->second.stage != "device") continue;
    const Json* facts = note.body.find("found");
    found[attempt->second.platform][attempt->second.probe] = facts != nullptr ? *facts : Json();
  }
  std::map<std::string, std::string> locks;
  for (const auto& [platform, probes] : found) {
    if (!probes.contains("host") || !probes.contains("torch.env")) continue;
    Json both = Json::object();
    for (const auto& [probe, facts] : probes) both.set(probe, facts);
    locks[platform] = sha256_hex(both.canonical());
  }
  return locks;
}

Result<int64_t> next_look(const Store& store) {
  int64_t next = 0;
  for (const Attempt& attempt : TRY(store.attempts())) {
    if (attempt.stage == "device") next = std::max(next, attempt.run + 1);
  }
  return next;
}

Result<std::map<std::string, std::string>> blocked_platforms(const Plan& plan, const Store& store, const std::string& seal) {
  const auto attempts = TRY(complete_attempts(store, seal));
  std::map<std::string, std::string> blocked;
  for (const Note& note : TRY(store.notes(RecordKind::kFinding))) {
    const Json* blocking = note.body.find("blocking");
    const auto attempt = attempts.find(note.attempt);
    if (attempt == attempts.end() || blocking == nullptr || !(*blocking == Json(true))) continue;
    const std::string_view rule = note.body.text_or("rule");
    if (!is_overridden(plan, attempt->second.platform, rule)) blocked.emplace(attempt->second.platform, rule);
  }
  return blocked;
}

}  // namespace pilotage
