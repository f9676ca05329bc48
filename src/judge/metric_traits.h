// SPDX-License-Identifier: Apache-2.0
// What the judge knows of a metric from its name and unit alone: which direction is better, and which values cannot be.
#pragma once

#include <optional>
#include <string_view>

namespace pilotage {

enum class Direction { kLargerIsBetter, kSmallerIsBetter };

// From the table of names in metric_traits.cc; a name that is not there goes by its unit (times, bytes, watts and
// money: smaller; rates: larger), and what neither knows is taken as a score, of which more is better.
Direction direction_of(std::string_view metric, std::string_view unit);

struct PossibleRange {
  double low = 0;
  double high = 0;
};
// The closed range outside which a value is an error of measurement; nothing where every value may be.
std::optional<PossibleRange> possible_range(std::string_view metric, std::string_view unit);

bool is_share(std::string_view metric);  // each item counts 0 or 1 (or a part): its mean is a share
bool is_time(std::string_view unit);     // s, ms, us, ns, min, h
bool is_rate(std::string_view unit);     // anything per second
// Times and rates: a run that took no time, or moved nothing, was not measured.
inline bool zero_is_impossible(std::string_view unit) { return is_time(unit) || is_rate(unit); }

}  // namespace pilotage
