// SPDX-License-Identifier: Apache-2.0
// The one place where outcomes become exit codes of the shell: 0 pass, 1 fail, 2 usage or plan, 3 environment,
// 4 inconclusive, 70 internal error.
#pragma once

#include "base/result.h"

namespace pilotage {

int exit_code_of(ErrorKind kind);

}  // namespace pilotage
