// SPDX-License-Identifier: Apache-2.0
// PILOTAGE_CHECK: an invariant of the program itself, checked in every build. Never used on input.
#pragma once

namespace pilotage {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

#define PILOTAGE_CHECK(condition) \
  ((condition) ? void() : ::pilotage::check_failed(#condition, __FILE__, __LINE__))
