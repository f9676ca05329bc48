// SPDX-License-Identifier: Apache-2.0
#include "evidence/record.h"

#include <bit>

namespace pilotage {
namespace {

void append_u64(std::string& out, uint64_t number) {
  char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (8 * i) & 0xff);
  out.append(bytes, sizeof bytes);
}

void append_text(std::string& out, std::string_view text) {
  append_u64(out, text.size());
  out += text;
}

}  // namespace

Digest RecordHash::of(const Digest& previous, const RecordView& record) {
  buffer_.assign(bytes_of(previous));
  append_u64(buffer_, static_cast<uint64_t>(record.sequence));
  append_u64(buffer_, static_cast<uint64_t>(record.attempt));
  append_u64(buffer_, static_cast<uint64_t>(record.kind));
  append_u64(buffer_, static_cast<uint64_t>(record.run));
  append_u64(buffer_, std::bit_cast<uint64_t>(record.value));
  append_text(buffer_, record.metric);
  append_text(buffer_, record.unit);
  append_text(buffer_, record.item);
  append_text(buffer_, record.body);
  sha_.add(buffer_);
  return sha_.finish();
}

}  // namespace pilotage
