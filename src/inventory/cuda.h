// SPDX-License-Identifier: Apache-2.0
// What a C++ or CUDA file says, as occurrences.
#pragma once

#include <string_view>

#include "inventory/occurrence.h"

namespace pilotage {

Occurrences read_cuda(std::string_view text);

}  // namespace pilotage
