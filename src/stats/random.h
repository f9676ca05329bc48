// SPDX-License-Identifier: Apache-2.0
// Random: a seeded generator whose numbers are the same on every machine and with every standard library, so that a
// sealed seed repeats a bootstrap to the bit. std::uniform_int_distribution gives no such promise.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace pilotage {

// xoshiro256**, by Blackman and Vigna ("Scrambled linear pseudorandom number generators", 2021).
class Random {
 public:
  explicit Random(uint64_t seed);
  explicit Random(const std::array<uint64_t, 4>& state) : state_(state) {}

  uint64_t next() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Each of 0 … bound - 1 with the same probability; bound > 0. By multiplication of the upper 32 bits, and rejection
  // of the few that would make some results more likely (Lemire 2019).
  uint32_t below(uint32_t bound) {
    uint64_t product = (next() >> 32) * bound;
    if (static_cast<uint32_t>(product) < bound) {
      const uint32_t surplus = -bound % bound;  // 2^32 mod bound
      while (static_cast<uint32_t>(product) < surplus) product = (next() >> 32) * bound;
    }
    return static_cast<uint32_t>(product >> 32);
  }

 private:
  std::array<uint64_t, 4> state_;
};

}  // namespace pilotage
