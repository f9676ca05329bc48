// SPDX-License-Identifier: Apache-2.0
// Literals: many short texts looked for at once, in one pass over the bytes and in whatever case. What decides whether
// a file is read at all.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pilotage {

class Literals {
 public:
  explicit Literals(std::span<const std::string> texts);

  bool any_in(std::string_view text) const;
  // Where the last byte of each hit stands, in order. Hits that end at one place count once.
  std::vector<uint32_t> ends_in(std::string_view text) const;

 private:
  uint32_t next(uint32_t state, char c) const { return table_[state * classes_ + class_of_[static_cast<uint8_t>(c)]]; }

  std::array<uint8_t, 256> class_of_{};  // bytes that no text holds share class 0
  uint32_t classes_ = 1;
  std::vector<uint32_t> table_;  // state x class -> state; 0 is the start
  std::vector<uint8_t> hit_;     // by state
};

}  // namespace pilotage
