// SPDX-License-Identifier: Apache-2.0
// The verdict as a table for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "judge/verdict.h"

namespace pilotage {

enum class Colour { kOff, kOn };

// One line per criterion and candidate, then each candidate's decision with its reason. No line end at the end.
std::string verdict_table(const Verdict& verdict, Colour colour);

// Columns that a text takes on a terminal: 2 for wide East Asian letters and pictures, 0 for combining marks.
size_t display_width(std::string_view text);

}  // namespace pilotage
