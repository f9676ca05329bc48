// SPDX-License-Identifier: Apache-2.0
// The profile files explained, from the table of columns.
#pragma once

#include <string>

namespace pilotage {

// docs/profile-format.md, whole. A test checks that the file equals it.
std::string profile_reference();

}  // namespace pilotage
