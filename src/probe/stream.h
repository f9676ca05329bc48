// SPDX-License-Identifier: Apache-2.0
// The four loops of STREAM over arrays that several threads share out among them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pilotage {

// What STREAM calls them, with the 8-byte words that it counts for each element: those read and those written.
struct StreamKernel {
  std::string_view name;
  int64_t words;
};
constexpr std::array<StreamKernel, 4> kStreamKernels = {{{"copy", 2}, {"scale", 2}, {"add", 3}, {"triad", 3}}};

struct StreamResult {
  std::array<std::vector<double>, 4> seconds;  // by kernel, of each round in the order in which they ran
  int64_t wrong_values = 0;                    // elements of the three arrays that are not what the loops give
};

constexpr int64_t kStreamLine = 8;  // values in a cache line of 64 bytes

// Runs one round that is not counted, then `rounds`; each array has `elements`, a multiple of kStreamLine. Each thread first touches and then
// works on its own part of the arrays.
StreamResult run_stream(int64_t elements, int64_t threads, int64_t rounds);

}  // namespace pilotage
