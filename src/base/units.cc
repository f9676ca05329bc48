// SPDX-License-Identifier: Apache-2.0
// Prefixes: SI ones are decimal (kB = 1000 B), IEC ones binary (KiB = 1024 B), as IEC 80000-13 defines them.
#include "base/units.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "base/json.h"
#include "base/text.h"

namespace pilotage {
namespace {

constexpr double kKibi = 1024.0;
constexpr double kMebi = kKibi * kKibi;
constexpr double kGibi = kMebi * kKibi;
constexpr double kTebi = kGibi * kKibi;

constexpr Unit kUnits[] = {
    {"1", "1"},
    {"%", "1", 1, 100},
    {"s", "s"},
    {"ms", "s", 1, 1e3},
    {"us", "s", 1, 1e6},
    {"ns", "s", 1, 1e9},
    {"min", "s", 60},
    {"h", "s", 3600},
    {"B", "B"},
    {"kB", "B", 1e3},
    {"MB", "B", 1e6},
    {"GB", "B", 1e9},
    {"TB", "B", 1e12},
    {"KiB", "B", kKibi},
    {"MiB", "B", kMebi},
    {"GiB", "B", kGibi},
    {"TiB", "B", kTebi},
    {"B/s", "B/s"},
    {"kB/s", "B/s", 1e3},
    {"MB/s", "B/s", 1e6},
    {"GB/s", "B/s", 1e9},
    {"TB/s", "B/s", 1e12},
    {"KiB/s", "B/s", kKibi},
    {"MiB/s", "B/s", kMebi},
    {"GiB/s", "B/s", kGibi},
    {"TiB/s", "B/s", kTebi},
    {"FLOP/s", "FLOP/s"},
    {"MFLOP/s", "FLOP/s", 1e6},
    {"GFLOP/s", "FLOP/s", 1e9},
    {"TFLOP/s", "FLOP/s", 1e12},
    {"PFLOP/s", "FLOP/s", 1e15},
    {"OP/s", "OP/s"},
    {"MOP/s", "OP/s", 1e6},
    {"GOP/s", "OP/s", 1e9},
    {"TOP/s", "OP/s", 1e12},
    {"POP/s", "OP/s", 1e15},
    {"FLOP/cycle", "FLOP/cycle"},
    {"OP/cycle", "OP/cycle"},
    {"item/s", "item/s"},
    {"token/s", "token/s"},
    {"request/s", "request/s"},
    {"step/s", "step/s"},
    {"Hz", "Hz"},
    {"MHz", "Hz", 1e6},
    {"GHz", "Hz", 1e9},
    {"W", "W"},
    {"kW", "W", 1e3},
    {"J", "J"},
    {"kJ", "J", 1e3},
    {"Wh", "J", 3600},
    {"kWh", "J", 3.6e6},
    {"degC", "degC"},
};

Error unknown_unit(std::string_view name) {
  if (name.size() > 32) return usage_error("unknown unit of " + std::to_string(name.size()) + " bytes");
  std::vector<std::string_view> names;
  for (const auto& unit : kUnits) names.push_back(unit.name);
  const std::string near = nearest_word(name, names);
  std::string message = "unknown unit " + json_quote(name);
  if (!near.empty()) message += ", did you mean " + json_quote(near) + "?";
  return usage_error(std::move(message));
}

}  // namespace

std::span<const Unit> known_units() { return kUnits; }

const Unit* find_unit(std::string_view name) {
  for (const auto& unit : kUnits) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

Result<Quantity> parse_quantity(std::string_view text) {
  text = trim(text);
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || !std::isfinite(value)) return usage_error("no number at the start");
  const std::string_view name = trim(text.substr(static_cast<size_t>(end - text.data())));
  if (name.empty()) return Quantity{value, "1"};
  const Unit* unit = find_unit(name);
  if (unit == nullptr) return unknown_unit(name);
  const double base = value * unit->times / unit->over;
  if (!std::isfinite(base)) return usage_error("the value is too large");
  return Quantity{base, std::string(unit->base)};
}

}  // namespace pilotage
