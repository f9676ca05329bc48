// SPDX-License-Identifier: Apache-2.0
// Words in a condition that say for whose hardware a branch is. What stands in another vendor's branch, or in one that
// is never taken, ties nothing to NVIDIA.
#pragma once

#include <string_view>

namespace pilotage {

enum class Branch {
  kAny,     // says nothing of vendors
  kOther,   // taken only on another vendor's hardware, or never
  kUnless,  // taken everywhere else: what stands under `else` is the other vendor's
};

// Whether one of the words in an identifier or text is another vendor's: `USE_ROCM`, `torch.version.hip`, `"npu"`.
bool names_other_vendor(std::string_view text);

}  // namespace pilotage
