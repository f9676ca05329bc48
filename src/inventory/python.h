// SPDX-License-Identifier: Apache-2.0
// What a Python file says, as occurrences.
#pragma once

#include <span>
#include <string_view>

#include "inventory/occurrence.h"
#include "inventory/syntax.h"

namespace pilotage {

// Only these ranges of the text are read; see `PythonParser::parse`.
Occurrences read_python(PythonParser& parser, std::string_view text, std::span<const ByteRange> ranges);

}  // namespace pilotage
