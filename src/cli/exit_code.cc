// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_code.h"

namespace pilotage {

int exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage: return 2;
    case ErrorKind::kEnvironment: return 3;
    case ErrorKind::kDamaged: return 1;
    case ErrorKind::kUndecidable: return 4;
    case ErrorKind::kInternal: break;
  }
  return 70;
}

}  // namespace pilotage
