// SPDX-License-Identifier: Apache-2.0
#include "judge/pairing.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/text.h"

namespace pilotage {
namespace {

bool is_same_item(const Sample& one, const Sample& other) { return one.hash == other.hash && one.item == other.item; }

// Adds paired numbers, one item after the other, and keeps each item's mean.
class PairBuilder {
 public:
  explicit PairBuilder(Pairs& pairs) : pairs_(pairs) {}

  void add(const Sample& reference, const Sample& candidate) {
    if (last_ == nullptr || !is_same_item(*last_, reference)) finish();
    last_ = &reference;
    reference_sum_ += reference.value;
    candidate_sum_ += candidate.value;
    ++runs_;
  }

  void finish() {
    if (runs_ == 0) return;
    pairs_.reference.push_back(reference_sum_ / static_cast<double>(runs_));
    pairs_.candidate.push_back(candidate_sum_ / static_cast<double>(runs_));
    reference_sum_ = candidate_sum_ = 0;
    runs_ = 0;
  }

 private:
  Pairs& pairs_;
  const Sample* last_ = nullptr;
  double reference_sum_ = 0;
  double candidate_sum_ = 0;
  int64_t runs_ = 0;
};

std::vector<std::string> shared_conditions(const EvidenceView& view, const Side& side) {
  std::set<std::string> conditions;
  for (const size_t attempt : side.attempts) conditions.insert(view.attempts[attempt].shared.canonical());
  return {conditions.begin(), conditions.end()};
}

}  // namespace

bool Pairs::is_binary() const {
  const auto is_bit = [](double value) { return value == 0 || value == 1; };
  return std::all_of(reference.begin(), reference.end(), is_bit) &&
         std::all_of(candidate.begin(), candidate.end(), is_bit);
}

Pairs pair_up(const Side& reference, const Side& candidate) {
  Pairs pairs;
  PairBuilder builder(pairs);
  auto left = reference.samples.begin();
  auto right = candidate.samples.begin();
  while (left != reference.samples.end() && right != candidate.samples.end()) {
    if (place(*left) < place(*right)) {
      ++pairs.unpaired, ++left;
    } else if (place(*right) < place(*left)) {
      ++pairs.unpaired, ++right;
    } else {
      builder.add(*left++, *right++);
    }
  }
  builder.finish();
  pairs.unpaired += (reference.samples.end() - left) + (candidate.samples.end() - right);
  return pairs;
}

std::optional<Refusal> mismatch(const EvidenceView& view, const Side& reference, const Side& candidate) {
  if (reference.unit != candidate.unit) {
    return Refusal{"other_conditions", fmt::format("{} is measured in \"{}\", {} in \"{}\"", reference.platform->name,
                                                   reference.unit, candidate.platform->name, candidate.unit)};
  }
  const auto left = shared_conditions(view, reference);
  const auto right = shared_conditions(view, candidate);
  if (left == right) return std::nullopt;
  return Refusal{"other_conditions", fmt::format("{} was run under {}, {} under {}", reference.platform->name,
                                                 join(left, " and "), candidate.platform->name, join(right, " and "))};
}

}  // namespace pilotage
