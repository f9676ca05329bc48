// SPDX-License-Identifier: Apache-2.0
// One decoder of UTF-8 (RFC 3629: shortest form, no surrogates) under both escaping functions.
#include "report/markup.h"

#include <fmt/core.h>

#include <cstdint>

namespace pilotage {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;

struct Character {
  uint32_t code = kReplacement;
  size_t length = 1;  // bytes taken; 1 for a byte that starts nothing valid
};

size_t length_of_lead(uint8_t byte) {
  if (byte < 0x80) return 1;
  if (byte >= 0xC2 && byte < 0xE0) return 2;
  if (byte >= 0xE0 && byte < 0xF0) return 3;
  if (byte >= 0xF0 && byte < 0xF5) return 4;
  return 0;
}

bool is_valid(uint32_t code, size_t length) {
  constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  return code >= kSmallest[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

Character decode(std::string_view rest) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(rest[i]); };
  const size_t length = length_of_lead(byte(0));
  if (length == 0 || length > rest.size()) return {};
  if (length == 1) return {byte(0), 1};
  uint32_t code = byte(0) & (0x7FU >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  return is_valid(code, length) ? Character{code, length} : Character{};
}

// Marks, embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX #9, section 2), and the byte
// order mark: all invisible.
bool hides(uint32_t code) {
  return code == 0x061C || code == 0x200B || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

// What XML 1.0 (section 2.2) does not have as a character, and the control characters C1.
bool is_forbidden(uint32_t code) {
  return (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7F && code < 0xA0) || code == 0xFFFE ||
         code == 0xFFFF;
}

void append_visible(std::string& out, const Character& character, std::string_view bytes) {
  if (hides(character.code))
    out += fmt::format("[U+{:04X}]", character.code);
  else if (character.code == kReplacement || is_forbidden(character.code))
    out += "\xEF\xBF\xBD";
  else
    out += bytes;
}

const char* entity(uint32_t code) {
  switch (code) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return nullptr;
  }
}

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = decode(text);
    if (const char* escaped = entity(character.code))
      out += escaped;
    else
      append_visible(out, character, text.substr(0, character.length));
    text.remove_prefix(character.length);
  }
  return out;
}

std::string visible_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = decode(text);
    if (character.code == '\n' || character.code == '\t')
      out += ' ';
    else
      append_visible(out, character, text.substr(0, character.length));
    text.remove_prefix(character.length);
  }
  return out;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = decode(text);
    out += character.code == kReplacement ? std::string_view("\uFFFD") : text.substr(0, character.length);
    text.remove_prefix(character.length);
  }
  return out;
}

Html text(std::string_view text) {
  Html html;
  html.code_ = escape_markup(text);
  return html;
}

Html name(std::string_view name) { return element("bdi", text(name)); }

Html element(std::string_view tag, const Attributes& attributes, const Html& inner) {
  Html html;
  html.code_ = fmt::format("<{}", tag);
  for (const auto& [key, value] : attributes) html.code_ += fmt::format(" {}=\"{}\"", key, escape_markup(value));
  html.code_ += fmt::format(">{}</{}>", inner.code(), tag);
  return html;
}

Html element(std::string_view tag, const Html& inner) { return element(tag, {}, inner); }

}  // namespace pilotage
