// SPDX-License-Identifier: Apache-2.0
// The plan file explained, from the table of keys: what `pilotage init` writes and what docs/plan.md says.
#pragma once

#include <string>

namespace pilotage {

// A commented plan that parses as it stands; keys that may be left out are commented out with their help.
std::string commented_plan();

// docs/plan.md, whole. A test checks that the file equals it.
std::string plan_reference();

}  // namespace pilotage
