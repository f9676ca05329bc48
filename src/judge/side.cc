// SPDX-License-Identifier: Apache-2.0
// Samples are sorted by a hash that is the same on every machine, so that pairing is a merge, doubles are neighbours
// and the sealed bootstrap seed draws the same items everywhere, whatever the order of the records.
#include "judge/side.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "judge/metric_traits.h"

namespace pilotage {
namespace {

constexpr size_t kShortestSeries = 5;  // fewer equal timings may be chance where a clock is coarse

// FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923).
uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

using Observations = std::vector<Observation>;

const Observations& numbers_of(const EvidenceView& view, size_t attempt, const std::string& metric) {
  static const Observations kNone;
  const auto found = view.numbers.find({view.attempts[attempt].sequence, metric});
  return found == view.numbers.end() ? kNone : found->second;
}

void add_attempt(const EvidenceView& view, size_t attempt, const Observations& observations, Side& side) {
  std::vector<double> values;
  values.reserve(observations.size());
  side.samples.reserve(side.samples.size() + observations.size());
  for (const Observation& one : observations) {
    side.samples.push_back({hash_of(one.item), one.item, view.attempts[attempt].run, one.run, one.value});
    values.push_back(one.value);
  }
  side.runs.push_back(std::move(values));
}

// One attempt may hold several runs of its own (a probe that repeats); then they are the rows.
void split_runs(const Observations& observations, Side& side) {
  std::map<int64_t, std::vector<double>> runs;
  for (const Observation& one : observations) runs[one.run].push_back(one.value);
  side.runs.clear();
  for (auto& [run, values] : runs) side.runs.push_back(std::move(values));
}

void check_units(const EvidenceView& view, const std::string& metric, Side& side) {
  for (const size_t attempt : side.attempts) {
    for (const Observation& one : numbers_of(view, attempt, metric)) {
      if (side.unit.empty()) side.unit = one.unit;
      if (one.unit == side.unit) continue;
      side.refusals.push_back({"other_conditions", fmt::format("{} on {} has numbers in \"{}\" and in \"{}\"", metric,
                                                               side.platform->name, side.unit, one.unit)});
      return;
    }
  }
}

std::string named(const Sample& sample) {
  return sample.item.empty() ? fmt::format("run {}", sample.run) : fmt::format("item {}", sample.item);
}

// One refusal a kind: how many values, and the first of them.
template <typename Predicate>  // a template so that the inner loop over a million values calls no std::function
void refuse_where(Side& side, const char* code, const std::string& what, const Predicate& is_bad) {
  const Sample* first = nullptr;
  int64_t count = 0;
  for (const Sample& sample : side.samples) {
    if (!is_bad(sample.value)) continue;
    if (first == nullptr) first = &sample;
    ++count;
  }
  if (first == nullptr) return;
  side.refusals.push_back({code, fmt::format("{} of {} values on {} {}, the first {} ({})", count, side.samples.size(),
                                             side.platform->name, what, first->value, named(*first))});
}

void check_values(const std::string& metric, Side& side) {
  if (zero_is_impossible(side.unit)) {
    refuse_where(side, "impossible_zero", fmt::format("are 0 {}", side.unit), [](double value) { return value == 0; });
  }
  if (const auto range = possible_range(metric, side.unit)) {
    refuse_where(side, "implausible", fmt::format("lie outside what {} can be", metric),
                 [&](double value) { return value < range->low || value > range->high; });
  }
}

void check_doubles(const std::string& metric, Side& side) {
  int64_t doubles = 0;
  const Sample* first = nullptr;
  for (size_t i = 1; i < side.samples.size(); ++i) {
    if (place(side.samples[i - 1]) != place(side.samples[i])) continue;
    if (first == nullptr) first = &side.samples[i];
    ++doubles;
  }
  if (first == nullptr) return;
  side.refusals.push_back({"duplicated", fmt::format("{} numbers of {} on {} stand twice, the first {}", doubles,
                                                     metric, side.platform->name, named(*first))});
}

int64_t sealed_items(const EvidenceView& view, const std::string& workload) {
  if (!view.seal) return 0;
  const auto data = view.seal->seal.data.find(workload);
  return data == view.seal->seal.data.end() ? 0 : data->second.items;
}

// Outputs of a whole data set: each sealed item must have its number, or its numbers where an item has several outputs.
void check_item_count(const EvidenceView& view, const Wanted& about, Side& side) {
  if (side.attempts.empty() || side.samples.empty() || side.samples.front().item.empty()) return;
  const Json& shared = view.attempts[side.attempts.front()].shared;
  const auto wanted = static_cast<size_t>(sealed_items(view, about.workload));
  if (shared.text_or("purpose") != "outputs" || wanted == 0 || side.samples.size() % wanted == 0) return;
  side.refusals.push_back({"missing", fmt::format("{} on {} has {} numbers for {} sealed items", about.metric,
                                                  side.platform->name, side.samples.size(), wanted)});
}

bool is_equal_series(const std::vector<double>& one, const std::vector<double>& other) {
  return one.size() >= kShortestSeries && one == other;
}

std::vector<double> joined(const std::vector<std::vector<double>>& runs) {
  std::vector<double> all;
  for (const auto& run : runs) all.insert(all.end(), run.begin(), run.end());
  return all;
}

bool has_equal_series(const Side& one, const Side& other) {
  if (is_equal_series(joined(one.runs), joined(other.runs))) return true;
  return std::any_of(one.runs.begin(), one.runs.end(), [&](const auto& run) {
    return std::any_of(other.runs.begin(), other.runs.end(),
                       [&](const auto& its) { return is_equal_series(run, its); });
  });
}

// The plan's own number of timed runs is part of what was sealed: fewer are a choice among results.
void check_run_count(const Plan& plan, const EvidenceView& view, const Wanted& wanted, Side& side) {
  const Workload* workload = plan.workload(wanted.workload);
  if (workload == nullptr || side.attempts.empty()) return;
  if (view.attempts[side.attempts.front()].shared.text_or("purpose") != "timing") return;
  const auto runs = static_cast<int64_t>(side.attempts.size());
  if (runs >= workload->timed_runs) return;
  side.refusals.push_back({"missing", fmt::format("{} of {} timed runs of {} on {}", runs, workload->timed_runs,
                                                  wanted.metric, side.platform->name)});
}

Side make_side(const Plan& plan, const EvidenceView& view, const Wanted& wanted) {
  Selection selection = select_attempts(plan, view, wanted);
  Side side;
  side.platform = wanted.platform;
  side.attempts = std::move(selection.attempts);
  side.refusals = std::move(selection.refusals);
  check_units(view, wanted.metric, side);
  for (const size_t attempt : side.attempts) add_attempt(view, attempt, numbers_of(view, attempt, wanted.metric), side);
  if (side.attempts.size() == 1) split_runs(numbers_of(view, side.attempts.front(), wanted.metric), side);
  std::sort(side.samples.begin(), side.samples.end(),
            [](const Sample& a, const Sample& b) { return place(a) < place(b); });
  check_doubles(wanted.metric, side);
  check_values(wanted.metric, side);
  check_item_count(view, wanted, side);
  check_run_count(plan, view, wanted, side);
  return side;
}

}  // namespace

std::vector<double> Side::values() const {
  std::vector<double> all(samples.size());
  std::transform(samples.begin(), samples.end(), all.begin(), [](const Sample& sample) { return sample.value; });
  return all;
}

const Side& Sides::of(const Wanted& wanted) {
  const auto key = std::tuple(wanted.platform->name, wanted.workload, wanted.metric);
  const auto found = sides_.find(key);
  return found != sides_.end() ? found->second : sides_.emplace(key, make_side(plan_, view_, wanted)).first->second;
}

std::optional<Refusal> twin_of(const Plan& plan, const Wanted& wanted, Sides& sides) {
  const Side& side = sides.of(wanted);
  if (!zero_is_impossible(side.unit)) return std::nullopt;
  for (const Platform& other : plan.platforms) {
    if (other.name == wanted.platform->name) continue;
    if (!has_equal_series(side, sides.of({&other, wanted.workload, wanted.metric}))) continue;
    return Refusal{"identical_series", fmt::format("the timings {} on {} are value for value those on {}",
                                                   wanted.metric, wanted.platform->name, other.name)};
  }
  return std::nullopt;
}

}  // namespace pilotage
