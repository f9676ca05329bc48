// SPDX-License-Identifier: Apache-2.0
#include "evidence/record.h"

#include <array>
#include <bit>
#include <cstring>

namespace pilotage {
namespace {

// The fixed part in front of the texts: numbers of 8 bytes, little endian.
class Numbers {
 public:
  void add(uint64_t number) {
    if constexpr (std::endian::native == std::endian::big) number = __builtin_bswap64(number);
    std::memcpy(bytes_.data() + used_, &number, sizeof number);
    used_ += sizeof number;
  }
  std::string_view view() const { return {bytes_.data(), used_}; }

 private:
  std::array<char, 9 * sizeof(uint64_t)> bytes_;
  size_t used_ = 0;
};

}  // namespace

Digest RecordHash::of(const Digest& previous, const RecordView& record) {
  const std::array<std::string_view, 4> texts = {record.metric, record.unit, record.item, record.body};
  Numbers numbers;
  numbers.add(static_cast<uint64_t>(record.sequence));
  numbers.add(static_cast<uint64_t>(record.attempt));
  numbers.add(static_cast<uint64_t>(record.kind));
  numbers.add(static_cast<uint64_t>(record.run));
  numbers.add(std::bit_cast<uint64_t>(record.value));
  for (const auto text : texts) numbers.add(text.size());
  buffer_.assign(bytes_of(previous));
  buffer_ += numbers.view();
  for (const auto text : texts) buffer_ += text;
  sha_.add(buffer_);
  return sha_.finish();
}

}  // namespace pilotage
