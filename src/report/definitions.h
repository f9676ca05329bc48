// SPDX-License-Identifier: Apache-2.0
// What each metric means, in words exact enough to compute it again: a number without its definition does not travel.
#pragma once

#include <string>
#include <string_view>

namespace pilotage {

// The definition of a metric; for one that is not ours (of a user's own probe) a sentence that says so.
std::string definition_of(std::string_view metric);

}  // namespace pilotage
