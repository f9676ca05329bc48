// SPDX-License-Identifier: Apache-2.0
// The fast road for the message that comes by the million: one observation with nothing unusual about it.
#pragma once

#include <optional>
#include <string_view>

#include "evidence/store.h"

namespace pilotage {

// What parse_probe_message would make of the line, or nothing: then the line is another message, or a wrong one, and
// takes the strict road, which says why.
std::optional<Observation> read_plain_observation(std::string_view line);

bool is_metric_name(std::string_view text);  // dotted lower case
bool is_control_character(char c);

constexpr size_t kLongestProbeName = 256;  // metric, unit, rule, code, media, artifact name
constexpr size_t kLongestProbeItem = 1024;
constexpr int64_t kLargestProbeRun = 1'000'000'000;

}  // namespace pilotage
