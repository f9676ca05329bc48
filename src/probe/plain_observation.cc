// SPDX-License-Identifier: Apache-2.0
// Reads simdjson's document in place instead of making a tree of our own, which cost as much as the store's own work
// per number. The fuzz target holds the two roads against each other.
#include "probe/plain_observation.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>

namespace pilotage {
namespace {

using simdjson::SUCCESS;

bool is_metric_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.'; }

bool is_name(std::string_view text, size_t longest) {
  return text.size() <= longest && std::ranges::none_of(text, is_control_character);
}

// One member after the other; each may come once, in any order.
class Reader {
 public:
  bool take(std::string_view key, simdjson::dom::element value) {
    if (key == "type") return once(0) && is_observation(value);
    if (key == "metric") return once(1) && text(value, observation_.metric) && is_metric_name(observation_.metric);
    if (key == "unit") return once(2) && text(value, observation_.unit) && is_unit(observation_.unit);
    if (key == "value") return once(3) && number(value);
    if (key == "item")
      return once(4) && text(value, observation_.item) && is_name(observation_.item, kLongestProbeItem);
    return key == "run" && once(5) && run(value);
  }

  bool is_whole() const { return (seen_ & 15U) == 15U; }
  Observation& observation() { return observation_; }

 private:
  bool once(unsigned place) {
    const unsigned bit = 1U << place;
    const bool first = (seen_ & bit) == 0;
    seen_ |= bit;
    return first;
  }

  static bool text(simdjson::dom::element value, std::string& into) {
    std::string_view read;
    if (value.get_string().get(read) != SUCCESS) return false;
    into = read;
    return true;
  }

  static bool is_observation(simdjson::dom::element type) {
    std::string_view read;
    return type.get_string().get(read) == SUCCESS && read == "observation";
  }

  static bool is_unit(std::string_view unit) { return !unit.empty() && is_name(unit, kLongestProbeName); }

  bool number(simdjson::dom::element value) {
    if (value.type() == simdjson::dom::element_type::DOUBLE)
      return value.get_double().get(observation_.value) == SUCCESS && std::isfinite(observation_.value);
    int64_t integer = 0;
    if (value.get_int64().get(integer) != SUCCESS) return false;
    observation_.value = static_cast<double>(integer);
    return true;
  }

  bool run(simdjson::dom::element value) {
    return value.is_int64() && value.get_int64().get(observation_.run) == SUCCESS && observation_.run >= 0 &&
           observation_.run <= kLargestProbeRun;
  }

  Observation observation_;
  unsigned seen_ = 0;
};

}  // namespace

bool is_control_character(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool is_metric_name(std::string_view text) {
  return !text.empty() && text.size() <= kLongestProbeName && std::ranges::all_of(text, is_metric_letter) &&
         !text.starts_with('.') && !text.ends_with('.') && text.find("..") == std::string_view::npos;
}

std::optional<Observation> read_plain_observation(std::string_view line) {
  constexpr size_t kLongestPlain = 8192;  // an observation has less; anything longer takes the other road
  if (line.size() > kLongestPlain) return std::nullopt;
  thread_local simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(line.data(), line.size()).get_object().get(object) != SUCCESS) return std::nullopt;
  Reader reader;
  for (const auto field : object) {
    if (!reader.take(field.key, field.value)) return std::nullopt;
  }
  if (!reader.is_whole()) return std::nullopt;
  return std::move(reader.observation());
}

}  // namespace pilotage
