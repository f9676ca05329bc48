// SPDX-License-Identifier: Apache-2.0
// Side: the numbers of one metric on one platform, checked and in an order that does not depend on the record order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "judge/selection.h"

namespace pilotage {

// One number with what pairs it.
struct Sample {
  uint64_t hash = 0;      // of the item: pairing compares texts only where hashes agree
  std::string_view item;  // into the view's observations
  int64_t attempt_run = 0;
  int64_t run = 0;
  double value = 0;
};

struct Side {
  const Platform* platform = nullptr;
  std::string unit;
  std::vector<size_t> attempts;           // into EvidenceView::attempts
  std::vector<Sample> samples;            // sorted by (hash, item, attempt_run, run)
  std::vector<std::vector<double>> runs;  // the same numbers in the order of the chain, one row a run
  std::vector<Refusal> refusals;

  std::vector<double> values() const;  // of all samples, in their order
};

// The order of samples; also says which two are the same number twice.
inline auto place(const Sample& sample) { return std::tie(sample.hash, sample.item, sample.attempt_run, sample.run); }

// Makes each side once: several criteria and all candidates share the reference's.
class Sides {
 public:
  Sides(const Plan& plan, const EvidenceView& view) : plan_(plan), view_(view) {}
  // Valid as long as this object. With all refusals that one side alone can have.
  const Side& of(const Wanted& wanted);

 private:
  const Plan& plan_;
  const EvidenceView& view_;
  std::map<std::tuple<std::string, std::string, std::string>, Side> sides_;  // platform, workload, metric
};

// `identical_series` where a timing series of the wanted side equals one of another platform value for value.
std::optional<Refusal> twin_of(const Plan& plan, const Wanted& wanted, Sides& sides);

}  // namespace pilotage
