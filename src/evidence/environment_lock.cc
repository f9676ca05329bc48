// SPDX-License-Identifier: Apache-2.0
#include "evidence/environment_lock.h"

#include "base/digest.h"

namespace pilotage {
namespace {

Result<std::map<Sequence, Attempt>> complete_looks(const Store& store, const std::string& seal) {
  std::map<Sequence, Attempt> found;
  for (Attempt& attempt : TRY(store.attempts())) {
    const bool is_look = attempt.complete && attempt.seal == seal && attempt.stage == "device";
    if (is_look) found.emplace(attempt.sequence, std::move(attempt));
  }
  return found;
}

}  // namespace

Result<std::map<std::string, std::string>> environment_locks(const Store& store, const std::string& seal) {
  const auto looks = TRY(complete_looks(store, seal));
  std::map<std::string, std::map<std::string, Json>> found;  // platform -> probe -> facts; later looks win
  for (const Note& note : TRY(store.notes(RecordKind::kHello))) {
    const auto look = looks.find(note.attempt);
    if (look == looks.end()) continue;
    const Json* facts = note.body.find("found");
    found[look->second.platform][look->second.probe] = facts != nullptr ? *facts : Json();
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

}  // namespace pilotage
