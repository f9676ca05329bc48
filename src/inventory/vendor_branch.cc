// SPDX-License-Identifier: Apache-2.0
#include "inventory/vendor_branch.h"

#include <algorithm>
#include <string>

namespace pilotage {
namespace {

// Whole words between marks. Apple's `mps` is left out: NVIDIA has a service of that name.
constexpr std::string_view kWords[] = {"amd",   "ascend", "cann", "gaudi", "gcu", "habana", "hip",
                                       "hipcc", "hpu",    "maca", "metax", "mlu", "musa",   "neuron",
                                       "npu",   "oneapi", "rocm", "sycl",  "tpu", "xla",    "xpu"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

bool names_other_vendor(std::string_view text) {
  std::string word;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && is_letter(text[i])) {
      word += static_cast<char>(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
      continue;
    }
    if (std::binary_search(std::begin(kWords), std::end(kWords), std::string_view(word))) return true;
    word.clear();
  }
  return false;
}

}  // namespace pilotage
