// SPDX-License-Identifier: Apache-2.0
#include "stats/random.h"

namespace pilotage {
namespace {

// SplitMix64 (Steele, Lea and Flood 2014), which the generator's authors advise for spreading a seed over its state.
uint64_t split_mix(uint64_t& position) {
  position += 0x9e3779b97f4a7c15;
  uint64_t z = position;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(uint64_t seed) : state_() {
  for (uint64_t& word : state_) word = split_mix(seed);
}

}  // namespace pilotage
