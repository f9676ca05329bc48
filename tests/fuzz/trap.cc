// SPDX-License-Identifier: Apache-2.0
// In place of base/check.cc: a broken invariant must look like a crash to libFuzzer, which then keeps the input.
#include <cstdio>
#include <cstdlib>

#include "base/check.h"

namespace pilotage {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: %s does not hold\n", file, line, condition);
  std::abort();
}

}  // namespace pilotage
