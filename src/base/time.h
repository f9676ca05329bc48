// SPDX-License-Identifier: Apache-2.0
// Timestamps as text. They say when something was recorded; order is decided by place in the chain, never by a clock.
#pragma once

#include <chrono>
#include <string>

namespace pilotage {

// ISO 8601 in UTC with whole seconds, rounded down: `2026-01-31T23:59:59Z`.
std::string utc_text(std::chrono::system_clock::time_point when);
std::string utc_now();

}  // namespace pilotage
