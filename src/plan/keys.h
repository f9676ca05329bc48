// SPDX-License-Identifier: Apache-2.0
// The keys of a plan file, one row each. Reading, checking, suggestions, the canonical form, `pilotage init` and
// docs/plan.md all walk this one table, so none of them can know a key that another does not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plan/plan.h"

namespace pilotage {

// What the text of a value must look like, beyond its type.
enum class Form {
  kText,       // any text
  kId,         // a-z, 0-9, `_`, `-`
  kVariable,   // the name of an environment variable
  kPath,       // relative, inside the plan's folder
  kLoosePath,  // relative, may start with `..`
  kKeyPath,    // relative, or below `~/`
  kHostPath,   // of the platform's host, may be absolute
  kCommand,    // a program and its arguments
  kMetric,     // dotted lower case
  kCurrency,   // three capital letters
  kOpen,       // number above `low`, bounds excluded
  kClosed,     // number or integer, bounds included
  kFree,       // needs no look: truth values, words, tables
};

enum class Need { kRequired, kOptional };
enum class Sealed { kYes, kNo };  // kNo: where something lies on a host says nothing about what is measured

struct LimitSlot {
  std::optional<double>* value;
  std::string* unit;
};
struct MarginSlot {
  std::optional<Margin>* margin;
  std::string* unit;
};
// Where a value goes; its type is the type that the file must have.
using Slot = std::variant<std::string*, int64_t*, double*, bool*, std::optional<int64_t>*, std::optional<double>*,
                          std::vector<std::string>*, std::vector<int64_t>*, Json*, Role*, WorkloadKind*, Rule*,
                          Statistic*, Gate*, LimitSlot, MarginSlot>;

struct Key {
  std::string_view section;  // `platform`; `workload.score` for the table inside a workload
  std::string_view name;
  Form form = Form::kFree;
  Need need = Need::kOptional;
  double low = 0;  // bounds of a number, of each element, or of the length of a text
  double high = 0;
  std::span<const std::string_view> words = {};  // where only these are allowed
  std::string_view help;
  std::string_view example;  // as TOML, for the commented plan
  Slot (*slot)(Plan& plan, size_t index);
  Sealed sealed = Sealed::kYes;
  std::string_view why_this_type = {};  // said where a value has another one
};

enum class Shape {
  kSingle,  // [pilot]
  kNamed,   // [platform.NAME]
  kList,    // [[workload]]
  kInner,   // score = { … } inside its parent
};

struct Section {
  std::string_view name;
  Shape shape;
  std::string_view heading;  // as it stands in a file
  std::string_view help;
  size_t (*count)(const Plan& plan);  // how many there are
  void (*add)(Plan& plan);            // one more, for named and listed ones
};

std::span<const Section> plan_sections();
std::span<const Key> plan_keys();
std::vector<const Key*> keys_of(std::string_view section);
// All defaults, with one element in every list, so that each slot leads somewhere.
Plan fresh_plan();

// The words of an enumeration, in the order of its values.
std::span<const std::string_view> words_of(Role);
std::span<const std::string_view> words_of(WorkloadKind);
std::span<const std::string_view> words_of(Rule);
std::span<const std::string_view> words_of(Statistic);
std::span<const std::string_view> words_of(Gate);
// The words allowed for a key: its own, or those of the enumeration it fills; empty where any text is.
std::span<const std::string_view> words_of(const Key& key);

// Limits of what one plan may hold: far above any real one, low enough that a hostile file costs nothing.
inline constexpr size_t kMaxPlanBytes = size_t{1} << 20;
inline constexpr size_t kMaxText = 4096;
inline constexpr size_t kMaxName = 64;
inline constexpr size_t kMaxElements = 1024;

}  // namespace pilotage
