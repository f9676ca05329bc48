// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace pilotage {

void check_failed(const char* condition, const char* file, int line) {
  // The one place that writes and ends the process: the program is wrong, so nothing else can be trusted.
  std::fprintf(stderr, "pilotage: internal error: %s does not hold (%s:%d)\n", condition, file, line);
  std::_Exit(70);
}

}  // namespace pilotage
