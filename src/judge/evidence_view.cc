// SPDX-License-Identifier: Apache-2.0
#include "judge/evidence_view.h"

#include <fmt/core.h>

#include <algorithm>

#include "evidence/environment_lock.h"
#include "judge/selection.h"

namespace pilotage {
namespace {

Status read_notes(const Store& store, EvidenceView& view) {
  const auto seals = TRY(store.notes(RecordKind::kSeal));
  if (!seals.empty()) view.seal = SealInForce{TRY(seal_from_json(seals.back().body)), seals.back().sequence};
  view.refusals = TRY(store.notes(RecordKind::kRefusal));
  view.findings = TRY(store.notes(RecordKind::kFinding));
  view.failures = TRY(store.notes(RecordKind::kFailed));
  view.not_run = TRY(store.notes(RecordKind::kNotRun));
  view.stops = TRY(store.notes(RecordKind::kStopped));
  return Done{};
}

Status read_attempt(const Store& store, size_t index, EvidenceView& view) {
  const Attempt& attempt = view.attempts[index];
  if (!attempt.complete) return Done{};
  view.metrics[index] = TRY(store.metrics(attempt.sequence));
  for (const Artifact& artifact : TRY(store.artifacts(attempt.sequence))) view.makers[artifact.sha256].push_back(index);
  return Done{};
}

std::string member(const Json& object, std::string_view key) { return std::string(object.text_or(key)); }

}  // namespace

bool EvidenceView::has_metric(size_t attempt, const std::string& metric) const {
  return std::binary_search(metrics[attempt].begin(), metrics[attempt].end(), metric);
}

Result<EvidenceView> read_records(const Store& store) {
  EvidenceView view;
  view.head = TRY(store.summary()).head;
  view.attempts = TRY(store.attempts());
  view.metrics.resize(view.attempts.size());
  TRY(read_notes(store, view));
  view.looks = TRY(environment_locks(store, view.seal ? view.seal->seal.digest : ""));
  for (size_t i = 0; i < view.attempts.size(); ++i) TRY(read_attempt(store, i, view));
  return view;
}

Latest latest_of(const EvidenceView& view) {
  Latest latest;
  for (const Attempt& attempt : view.attempts) {
    if (!attempt.environment_lock.empty()) latest.locks[attempt.platform] = attempt.environment_lock;
    if (const auto entry = member(attempt.own, "entry"); !entry.empty()) {
      latest.entries[{attempt.platform, attempt.workload}] = entry;
    }
    if (const auto data = member(attempt.shared, "data"); !data.empty()) latest.data[attempt.workload] = data;
  }
  for (const auto& [platform, lock] : view.looks) latest.locks[platform] = lock;
  // The sealed data wins: what a later attempt says of other data cannot move it.
  if (view.seal) {
    for (const auto& [workload, data] : view.seal->seal.data) latest.data[workload] = data.sha256;
  }
  return latest;
}

std::string why_unsealed(const Plan& plan, const EvidenceView& view) {
  if (!view.seal) return "the plan is not sealed: what was recorded is exploratory";
  const std::string digest = digest_of(plan);
  if (digest == view.seal->seal.plan_digest) return "";
  return fmt::format("the plan at hand ({}) is not the sealed one ({}): its criteria are not older than the results",
                     digest.substr(0, 12), view.seal->seal.plan_digest.substr(0, 12));
}

Status read_numbers(const Plan& plan, const Store& store, EvidenceView& view) {
  for (const Criterion& criterion : plan.criteria) {
    for (const Platform& platform : plan.platforms) {
      const Selection selection = select_attempts(plan, view, {&platform, criterion.workload, criterion.metric});
      for (const size_t attempt : selection.attempts) {
        const auto key = std::pair(view.attempts[attempt].sequence, criterion.metric);
        if (view.numbers.contains(key)) continue;
        view.numbers[key] = TRY(store.observations(key.first, key.second));
      }
    }
  }
  return Done{};
}

}  // namespace pilotage
