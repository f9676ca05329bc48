// SPDX-License-Identifier: Apache-2.0
// Units: the closed list that plans may use, each with its base unit, so that everything behind the plan knows one unit
// per quantity (s, B, B/s, FLOP/s, …).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pilotage {

struct Unit {
  std::string_view name;
  std::string_view base;  // the unit that values are converted to
  double times = 1;       // value in base = value * times / over; one of both is 1, so that one rounding is all
  double over = 1;
};

struct Quantity {
  double value = 0;
  std::string unit;  // a base unit; "1" for pure numbers
};

std::span<const Unit> known_units();
// Null where no unit has that name. Case counts: `ms` is not `Ms`.
const Unit* find_unit(std::string_view name);

// `250 ms` -> 0.25 s; `3 %` -> 0.03; a number alone is pure. Errors name the nearest unit.
Result<Quantity> parse_quantity(std::string_view text);

}  // namespace pilotage
