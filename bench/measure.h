// SPDX-License-Identifier: Apache-2.0
// What every benchmark reads off: the time that passed and the memory that it took.
#pragma once

#include <sys/resource.h>

#include <chrono>

namespace pilotage {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The largest resident size so far, in MiB (getrusage(2): ru_maxrss is in KiB).
inline double peak_mib() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace pilotage
