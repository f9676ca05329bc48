// SPDX-License-Identifier: Apache-2.0
// UTF-8 as the Unicode standard's table 3-7 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
#include "probe/diagnostics.h"

#include <cstdint>

#include "base/text.h"

namespace pilotage {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

uint8_t byte_at(std::string_view text, size_t place) {
  return place < text.size() ? static_cast<uint8_t>(text[place]) : 0;
}

bool is_tail(uint8_t byte) { return (byte & 0xc0) == 0x80; }

// The length of the character that `text` begins with, or 0 where it begins with none.
size_t character_length(std::string_view text) {
  const uint8_t first = byte_at(text, 0);
  const uint8_t second = byte_at(text, 1);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4 || !is_tail(second)) return 0;
  if (first < 0xe0) return 2;
  if (!is_tail(byte_at(text, 2))) return 0;
  if (first < 0xf0) {
    const bool overlong = first == 0xe0 && second < 0xa0;
    const bool surrogate = first == 0xed && second > 0x9f;
    return overlong || surrogate ? 0 : 3;
  }
  const bool out_of_range = (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return out_of_range || !is_tail(byte_at(text, 3)) ? 0 : 4;
}

bool is_fit(std::string_view character) {
  const uint8_t first = byte_at(character, 0);
  return (first >= 0x20 && first != 0x7f) || first == '\n' || first == '\t';
}

}  // namespace

std::string as_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const size_t length = character_length(bytes);
    const auto character = bytes.substr(0, length);
    out += length > 0 && is_fit(character) ? character : kReplacement;
    bytes.remove_prefix(length > 0 ? length : 1);
  }
  return out;
}

void DiagnosticsTail::add(std::string_view bytes) {
  tail_ += bytes;
  if (tail_.size() > 2 * kKept) tail_.erase(0, tail_.size() - kKept);
}

std::string DiagnosticsTail::text() const {
  const std::string_view tail = tail_;
  return as_utf8(tail.substr(tail.size() > kKept ? tail.size() - kKept : 0));
}

std::string DiagnosticsTail::last_line() const {
  constexpr size_t kShown = 200;
  const std::string_view tail = trim(tail_);
  const size_t start = tail.rfind('\n');
  return as_utf8(tail.substr(start == std::string_view::npos ? 0 : start + 1).substr(0, kShown));
}

}  // namespace pilotage
