// SPDX-License-Identifier: Apache-2.0
// Currency of attempts. Old and new is decided by place in the chain and by digests, never by clocks.
#include "judge/selection.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "judge/missing.h"

namespace pilotage {
namespace {

std::string brief(const std::string& digest) { return digest.empty() ? "none" : digest.substr(0, 12); }

std::optional<Refusal> seal_flaw(const EvidenceView& view, const Attempt& attempt) {
  if (!view.unsealed.empty()) return Refusal{"before_seal", view.unsealed};
  if (attempt.seal == view.seal->seal.digest && attempt.sequence > view.seal->sequence) return std::nullopt;
  return Refusal{"before_seal", fmt::format("record {} of {} was made under the seal {}, in force is {} of record {}",
                                            attempt.sequence, attempt.platform, brief(attempt.seal),
                                            brief(view.seal->seal.digest), view.seal->sequence)};
}

Refusal stale(const Attempt& attempt, std::string_view what, const std::string& was, const std::string& is) {
  return {"stale", fmt::format("record {} of {} was made with the {} {}, the latest is {}", attempt.sequence,
                               attempt.platform, what, brief(was), brief(is))};
}

// The latest value where one is known and the attempt has another; null where all is well.
template <typename Map, typename Key>  // a template because locks, entries and data have different keys
const std::string* newer(const Map& known, const Key& key, std::string_view own) {
  const auto latest = known.find(key);
  return latest == known.end() || latest->second == own ? nullptr : &latest->second;
}

std::optional<Refusal> stale_flaw(const EvidenceView& view, const Attempt& attempt) {
  // The looks that a lock is made from bear none.
  const bool makes_lock = attempt.stage == "device" && attempt.environment_lock.empty();
  const auto* lock = newer(view.latest.locks, attempt.platform, attempt.environment_lock);
  if (lock != nullptr && !makes_lock) return stale(attempt, "environment lock", attempt.environment_lock, *lock);
  const std::string entry(attempt.own.text_or("entry"));
  const auto* entry_now = newer(view.latest.entries, std::pair(attempt.platform, attempt.workload), entry);
  if (entry_now != nullptr && !entry.empty()) return stale(attempt, "entry", entry, *entry_now);
  const std::string data(attempt.shared.text_or("data"));
  const auto* data_now = newer(view.latest.data, attempt.workload, data);
  if (data_now != nullptr && !data.empty()) return stale(attempt, "data", data, *data_now);
  return std::nullopt;
}

Refusal undeclared(const Attempt& attempt, std::string_view what, std::string_view was, std::string_view declared) {
  return {"other_conditions", fmt::format("record {} of {} was made with {} \"{}\", the plan declares \"{}\"",
                                          attempt.sequence, attempt.platform, what, was, declared)};
}

std::optional<Refusal> own_flaw(const Plan& plan, const Attempt& attempt) {
  const auto platform = std::find_if(plan.platforms.begin(), plan.platforms.end(),
                                     [&](const Platform& one) { return one.name == attempt.platform; });
  if (platform == plan.platforms.end()) return std::nullopt;
  const auto device = attempt.own.text_or("device");
  if (device != platform->device) return undeclared(attempt, "device", device, platform->device);
  const auto precision = attempt.own.text_or("precision", platform->precision);
  if (precision != platform->precision) return undeclared(attempt, "precision", precision, platform->precision);
  if (!platform->threads) return std::nullopt;
  const Json* threads = attempt.own.find("threads");
  if (threads == nullptr || threads->is_null() || *threads == Json(*platform->threads)) return std::nullopt;
  return undeclared(attempt, "threads", threads->canonical(), std::to_string(*platform->threads));
}

// Of an attempt by itself, apart from what it was derived from.
std::optional<Refusal> plain_flaw(const Plan& plan, const EvidenceView& view, const Attempt& attempt) {
  if (auto flaw = seal_flaw(view, attempt)) return flaw;
  if (auto flaw = stale_flaw(view, attempt)) return flaw;
  return own_flaw(plan, attempt);
}

std::optional<Refusal> origin_flaw(const Plan& plan, const EvidenceView& view, const Attempt& attempt) {
  for (const auto& digest : attempt.origin) {
    const auto makers = view.makers.find(digest);
    if (makers == view.makers.end()) continue;  // the workload's data and the like are no artifacts
    std::optional<Refusal> flaw;
    for (const size_t maker : makers->second) {
      flaw = plain_flaw(plan, view, view.attempts[maker]);
      if (!flaw) break;
    }
    if (flaw)
      return Refusal{"stale", fmt::format("record {} of {} was derived from outputs that no longer count: {}",
                                          attempt.sequence, attempt.platform, flaw->text)};
  }
  return std::nullopt;
}

// The complete attempts that have the metric, in order of the chain; of several stages or probes only those of the
// newest.
std::vector<size_t> pool_of(const Plan& plan, const EvidenceView& view, const Wanted& wanted) {
  std::vector<size_t> pool;
  for (size_t i = 0; i < view.attempts.size(); ++i) {
    const Attempt& attempt = view.attempts[i];
    const bool fits = attempt.complete && attempt.platform == wanted.platform->name &&
                      attempt.workload == wanted.workload &&
                      (attempt.against.empty() || attempt.against == plan.reference().name);
    if (fits && view.has_metric(i, wanted.metric)) pool.push_back(i);
  }
  if (pool.empty()) return pool;
  const Attempt& newest = view.attempts[pool.back()];
  std::erase_if(
      pool, [&](size_t i) { return view.attempts[i].stage != newest.stage || view.attempts[i].probe != newest.probe; });
  return pool;
}

// Adds the attempt that counts among those at one run, or why none does.
void choose(const Plan& plan, const EvidenceView& view, const std::vector<size_t>& same_run, Selection& selection) {
  std::optional<size_t> chosen;
  std::optional<Refusal> newest_flaw;
  for (auto i = same_run.rbegin(); i != same_run.rend(); ++i) {
    if (auto flaw = flaw_of(plan, view, view.attempts[*i])) {
      if (!newest_flaw) newest_flaw = std::move(flaw);
    } else if (!chosen) {
      chosen = *i;
    } else if (view.attempts[*i].key == view.attempts[*chosen].key) {
      selection.refusals.push_back(
          {"duplicated",
           fmt::format("records {} and {} of {} are two complete attempts at one case", view.attempts[*i].sequence,
                       view.attempts[*chosen].sequence, view.attempts[*i].platform)});
    }
  }
  if (chosen) selection.attempts.push_back(*chosen);
  if (!chosen && newest_flaw) selection.refusals.push_back(std::move(*newest_flaw));
}

// One refusal a code: all runs of a stale series say the same.
void fold(std::vector<Refusal>& refusals) {
  std::vector<Refusal> folded;
  std::map<std::string, size_t> more;
  for (Refusal& refusal : refusals) {
    const bool is_new = more.find(refusal.code) == more.end();
    if (is_new) more[refusal.code] = 0;
    if (is_new) folded.push_back(std::move(refusal));
    if (!is_new) ++more[refusal.code];
  }
  for (Refusal& refusal : folded) {
    if (const size_t count = more[refusal.code]; count > 0) refusal.text += fmt::format("; and {} more", count);
  }
  refusals = std::move(folded);
}

// What stages wrote against the chosen attempts, or against those that they were derived from.
void add_recorded_refusals(const Plan& plan, const EvidenceView& view, const std::string& metric,
                           Selection& selection) {
  for (const size_t chosen : selection.attempts) {
    std::vector<size_t> concerned = sources_of(plan, view, view.attempts[chosen]);
    concerned.push_back(chosen);
    for (const Note& note : view.refusals) {
      const bool concerns = std::any_of(concerned.begin(), concerned.end(),
                                        [&](size_t i) { return view.attempts[i].sequence == note.attempt; });
      if (concerns && note.body.text_or("metric", metric) == metric) selection.refusals.push_back(refusal_of(note));
    }
  }
}

// A pair metric is a comparison: the outputs on both sides must have been made under the same shared conditions.
void check_pair_conditions(const Plan& plan, const EvidenceView& view, Selection& selection) {
  for (const size_t chosen : selection.attempts) {
    const Attempt& attempt = view.attempts[chosen];
    if (attempt.against.empty()) continue;
    for (const size_t source : sources_of(plan, view, attempt)) {
      if (view.attempts[source].workload != attempt.workload || view.attempts[source].shared == attempt.shared)
        continue;
      selection.refusals.push_back(
          {"other_conditions", fmt::format("{} and {} were run under other shared conditions: {} against {}",
                                           attempt.platform, view.attempts[source].platform, attempt.shared.canonical(),
                                           view.attempts[source].shared.canonical())});
    }
  }
}

}  // namespace

std::optional<Refusal> flaw_of(const Plan& plan, const EvidenceView& view, const Attempt& attempt) {
  if (auto flaw = plain_flaw(plan, view, attempt)) return flaw;
  return origin_flaw(plan, view, attempt);
}

std::vector<size_t> sources_of(const Plan& plan, const EvidenceView& view, const Attempt& attempt) {
  std::vector<size_t> sources;
  for (const auto& digest : attempt.origin) {
    const auto makers = view.makers.find(digest);
    if (makers == view.makers.end()) continue;
    for (const size_t maker : makers->second) {
      const std::string& platform = view.attempts[maker].platform;
      const bool takes_part = platform == attempt.platform || platform == attempt.against;
      if (takes_part && !plain_flaw(plan, view, view.attempts[maker])) sources.push_back(maker);
    }
  }
  return sources;
}

Selection select_attempts(const Plan& plan, const EvidenceView& view, const Wanted& wanted) {
  Selection selection;
  std::map<int64_t, std::vector<size_t>> runs;
  for (const size_t attempt : pool_of(plan, view, wanted)) runs[view.attempts[attempt].run].push_back(attempt);
  for (const auto& [run, same_run] : runs) choose(plan, view, same_run, selection);
  fold(selection.refusals);
  add_recorded_refusals(plan, view, wanted.metric, selection);
  check_pair_conditions(plan, view, selection);
  if (runs.empty()) selection.refusals = why_missing(plan, view, wanted);
  return selection;
}

}  // namespace pilotage
