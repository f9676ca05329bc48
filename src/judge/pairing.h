// SPDX-License-Identifier: Apache-2.0
// Pairing: the same items on both platforms, and what speaks against comparing two sides at all.
#pragma once

#include <optional>
#include <vector>

#include "judge/side.h"

namespace pilotage {

// Item by item; the item is the unit, so that repeated runs of one item are averaged first.
struct Pairs {
  std::vector<double> reference;
  std::vector<double> candidate;
  int64_t unpaired = 0;  // numbers that only one side has

  bool is_binary() const;  // every item 0 or 1, in each of its runs
};

Pairs pair_up(const Side& reference, const Side& candidate);

// other_conditions: shared conditions or units that differ.
std::optional<Refusal> mismatch(const EvidenceView& view, const Side& reference, const Side& candidate);

}  // namespace pilotage
