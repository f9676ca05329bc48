// SPDX-License-Identifier: Apache-2.0
// C++ without what is never compiled for NVIDIA: comments, `#if 0`, the branches of other vendors.
#pragma once

#include <string>
#include <string_view>

namespace pilotage {

// The same text, byte for byte in its place, with spaces over what is left out. Lines keep their ends.
std::string without_dead_code(std::string_view text);

}  // namespace pilotage
