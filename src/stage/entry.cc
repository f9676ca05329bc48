// SPDX-License-Identifier: Apache-2.0
#include "stage/entry.h"

namespace pilotage {

std::string entry_of(const Platform& platform, const Workload& workload) {
  return platform.entry.empty() ? workload.entry : platform.entry;
}

Json merged_options(const Workload& workload, const Platform& platform) {
  Json options = workload.options;
  if (const auto* own = platform.options.object_if()) {
    for (const auto& [key, value] : *own) options.set(key, value);
  }
  return options;
}

}  // namespace pilotage
