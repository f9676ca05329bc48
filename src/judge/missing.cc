// SPDX-License-Identifier: Apache-2.0
#include "judge/missing.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace pilotage {
namespace {

bool concerns(const Attempt& attempt, const Wanted& wanted) {
  return attempt.platform == wanted.platform->name && attempt.workload == wanted.workload;
}

const Attempt* attempt_of(const EvidenceView& view, Sequence sequence) {
  const auto found = std::lower_bound(view.attempts.begin(), view.attempts.end(), sequence,
                                      [](const Attempt& one, Sequence wanted) { return one.sequence < wanted; });
  return found != view.attempts.end() && found->sequence == sequence ? &*found : nullptr;
}

// The newest note whose attempt is of the wanted platform and workload and may count.
const Note* newest_note(const Plan& plan, const EvidenceView& view, const std::vector<Note>& notes,
                        const Wanted& wanted) {
  const auto fits = [&](const Note& note) {
    const Attempt* attempt = attempt_of(view, note.attempt);
    return attempt != nullptr && concerns(*attempt, wanted) && !flaw_of(plan, view, *attempt);
  };
  const auto found = std::find_if(notes.rbegin(), notes.rend(), fits);
  return found == notes.rend() ? nullptr : &*found;
}

std::vector<Refusal> refused_by_stages(const Plan& plan, const EvidenceView& view, const Wanted& wanted) {
  std::vector<Refusal> refusals;
  for (const Note& note : view.refusals) {
    const Attempt* attempt = attempt_of(view, note.attempt);
    if (attempt == nullptr || !concerns(*attempt, wanted) || flaw_of(plan, view, *attempt)) continue;
    if (note.body.text_or("metric", wanted.metric) != wanted.metric) continue;
    const Refusal refusal = refusal_of(note);
    const bool is_new = std::none_of(refusals.begin(), refusals.end(), [&](const Refusal& one) {
      return one.code == refusal.code && one.text == refusal.text;
    });
    if (is_new) refusals.push_back(refusal);
  }
  return refusals;
}

const Note* not_run_note(const EvidenceView& view, const Wanted& wanted) {
  const auto fits = [&](const Note& note) {
    return note.body.text_or("platform") == wanted.platform->name && note.body.text_or("workload") == wanted.workload;
  };
  const auto found = std::find_if(view.not_run.rbegin(), view.not_run.rend(), fits);
  return found == view.not_run.rend() ? nullptr : &*found;
}

bool is_broken_off(const Plan& plan, const EvidenceView& view, const Wanted& wanted) {
  return std::any_of(view.attempts.begin(), view.attempts.end(), [&](const Attempt& one) {
    return !one.complete && concerns(one, wanted) && !flaw_of(plan, view, one);
  });
}

// Empty where nothing is known.
std::string reason_on(const Plan& plan, const EvidenceView& view, const Wanted& wanted) {
  if (wanted.platform->paper) return "a paper platform is mapped, never run";
  if (const Note* failed = newest_note(plan, view, view.failures, wanted)) {
    return fmt::format("its last attempt failed: {}: {}", failed->body.text_or("code"),
                       failed->body.text_or("message"));
  }
  if (const Note* skipped = not_run_note(view, wanted))
    return fmt::format("not run: {}", skipped->body.text_or("reason"));
  if (is_broken_off(plan, view, wanted)) return "an attempt was broken off";
  return "";
}

// A number between the two sides may be missing because of the reference.
std::string reason_of(const Plan& plan, const EvidenceView& view, const Wanted& wanted) {
  if (const std::string reason = reason_on(plan, view, wanted); !reason.empty()) return reason;
  const Wanted reference{&plan.reference(), wanted.workload, wanted.metric};
  const std::string reason = reason_on(plan, view, reference);
  return reason.empty() ? "nothing was recorded"
                        : fmt::format("on the reference {}: {}", plan.reference().name, reason);
}

}  // namespace

std::vector<Refusal> why_missing(const Plan& plan, const EvidenceView& view, const Wanted& wanted) {
  std::vector<Refusal> refusals = refused_by_stages(plan, view, wanted);
  if (!refusals.empty()) return refusals;
  const std::string of = wanted.workload.empty() ? "" : " of " + wanted.workload;
  return {{"missing", fmt::format("no complete measurement of {}{} on {}: {}", wanted.metric, of, wanted.platform->name,
                                  reason_of(plan, view, wanted))}};
}

Refusal refusal_of(const Note& note) {
  return {std::string(note.body.text_or("code", "missing")),
          std::string(note.body.text_or("text", "refused by its stage"))};
}

std::string remedy(const std::string& code) {
  struct Row {
    std::string_view code;
    std::string_view step;
  };
  constexpr Row kRows[] = {
      {"missing", "the missing measurement: pilotage run"},
      {"impossible_zero", "a measurement that took time: look at the probe's clock and counters, then run it again"},
      {"stale", "the measurement repeated with what is there now: pilotage run"},
      {"duplicated", "evidence without the double: a new seal and a new run"},
      {"implausible", "a measurement within what is possible: look at the probe, then run it again"},
      {"identical_series", "timings measured on the platform itself"},
      {"other_conditions", "both sides measured under the same conditions, each as the plan declares it"},
      {"before_seal", "the plan sealed first (pilotage seal), then measured (pilotage run)"},
      {"empty", "outputs from the workload's entry: there are none"},
      {"constant", "outputs that differ between items: look at the entry, the data and the scorer"},
      {"not_finite", "outputs without NaN and infinities"},
  };
  const auto* row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& one) { return one.code == code; });
  return row == std::end(kRows) ? "evidence that may count, measured again" : std::string(row->step);
}

}  // namespace pilotage
