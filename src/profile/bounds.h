// SPDX-License-Identifier: Apache-2.0
// Bounds: what a host cannot exceed, computed from a profile's facts and what the `host` probe found. They catch
// numbers that cannot be; they are no targets, and being generous they say nothing of a number below them.
#pragma once

#include <optional>
#include <string_view>

#include "base/json.h"
#include "profile/profile.h"

namespace pilotage {

// Operations per second in a format (`fp32`, `bf16`, `int8`): cores × operations per cycle × the highest frequency. Of
// the facts `compute.FORMAT` those count whose features the host has, and of them the largest. Nothing where the
// profile has no fact that fits or the host did not say how many cores it has: no bound is not a bound of zero.
std::optional<double> peak_flops(const Profile& profile, const Json& host_found, std::string_view format);

// Bytes per second from memory: `memory.bandwidth` of each package.
std::optional<double> peak_bandwidth(const Profile& profile, const Json& host_found);

}  // namespace pilotage
