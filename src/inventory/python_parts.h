// SPDX-License-Identifier: Apache-2.0
// Which parts of a Python file have to be parsed: statements at its outermost level, and members of its classes, in
// which something was found that a rule needs, and everything that imports.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "inventory/syntax.h"

namespace pilotage {

// `hits`: byte offsets, in order. The ranges are whole lines, in order, and do not overlap.
std::vector<ByteRange> parts_to_parse(std::string_view text, std::span<const uint32_t> hits);

}  // namespace pilotage
