// SPDX-License-Identifier: Apache-2.0
#include "stage/environment.h"

#include <algorithm>

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
