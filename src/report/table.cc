// SPDX-License-Identifier: Apache-2.0
// Names come from plans and probes: control characters are made harmless before anything is measured or written.
#include "report/table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/text.h"
#include "report/markup.h"
#include "report/words.h"

namespace pilotage {
namespace {

struct Letters {
  uint32_t first;
  uint32_t last;
};

// Unicode's Annex 11 (wide and full width) and the blocks of combining marks, coarse on purpose: a column off in a rare
// script is harmless.
constexpr Letters kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
                             {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                             {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Letters kCombining[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},  {0x064B, 0x065F},
                                  {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200C, 0x200D},  {0x20D0, 0x20FF},
                                  {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}};

template <size_t N>  // a template over the tables' lengths
bool is_in(const Letters (&ranges)[N], uint32_t code) {
  return std::ranges::any_of(ranges, [&](const Letters& one) { return code >= one.first && code <= one.last; });
}

// Of valid UTF-8, which `visible_text` leaves.
std::vector<uint32_t> letters_of(std::string_view text) {
  std::vector<uint32_t> letters;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if ((byte & 0xC0) == 0x80) {
      if (!letters.empty()) letters.back() = (letters.back() << 6) | (byte & 0x3FU);
    } else {
      letters.push_back(byte < 0x80 ? byte : byte < 0xE0 ? byte & 0x1FU : byte < 0xF0 ? byte & 0x0FU : byte & 0x07U);
    }
  }
  return letters;
}

size_t width_of(uint32_t letter) { return is_in(kCombining, letter) ? 0 : is_in(kWide, letter) ? 2 : 1; }

std::string_view colour_of(std::string_view word) {
  if (word == "PASS" || word == "GO") return "\x1b[1;34m";
  if (word == "FAIL" || word == "NO GO") return "\x1b[1;31m";
  return "\x1b[1;33m";
}

std::string painted(std::string_view cell, Colour colour) {
  if (colour == Colour::kOff) return std::string(cell);
  return std::string(colour_of(trim(cell))) + std::string(cell) + "\x1b[0m";
}

enum class Side { kLeft, kRight };

std::string padded(const std::string& cell, size_t width, Side side) {
  const std::string room(width - std::min(width, display_width(cell)), ' ');
  return side == Side::kLeft ? cell + room : room + cell;
}

// The columns of one judgement, as text.
constexpr size_t kColumns = 7;
constexpr size_t kOutcome = 2;
using Row = std::array<std::string, kColumns>;
constexpr Side kSides[kColumns] = {Side::kLeft,  Side::kLeft, Side::kLeft, Side::kRight,
                                   Side::kRight, Side::kLeft, Side::kRight};

std::string interval_of(const Judgement& judgement) {
  if (!judgement.interval) return "\u2013";
  return with_unit(judgement.interval->low, judgement.unit) + " to " +
         with_unit(judgement.interval->high, judgement.unit);
}

std::string number(const std::optional<double>& value, const std::string& unit) {
  return value ? with_unit(*value, unit) : "\u2013";
}

Row row_of(const Judgement& one) {
  Row row{one.candidate,
          one.criterion.id,
          std::string(word(one.outcome)),
          number(one.value, one.unit),
          number(one.limit, one.unit),
          interval_of(one),
          count(one.n)};
  for (auto& cell : row) cell = visible_text(cell);
  return row;
}

std::vector<Row> rows_of(const Verdict& verdict) {
  std::vector<Row> rows{{"candidate", "criterion", "outcome", "value", "limit", "interval", "n"}};
  for (const auto& candidate : verdict.candidates) {
    for (const auto& judgement : candidate.judgements) rows.push_back(row_of(judgement));
  }
  return rows;
}

std::string line_of(const Row& row, const std::array<size_t, kColumns>& widths, Colour colour) {
  std::string line;
  for (size_t i = 0; i < kColumns; ++i) {
    const std::string cell = padded(row[i], widths[i], kSides[i]);
    line += i == kOutcome ? painted(cell, colour) : cell;
    line += i + 1 < kColumns ? "  " : "";
  }
  return line;
}

std::string grid(const std::vector<Row>& rows, Colour colour) {
  std::array<size_t, kColumns> widths{};
  for (const auto& row : rows) {
    for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string out = line_of(rows.front(), widths, Colour::kOff);
  for (size_t i = 1; i < rows.size(); ++i) out += "\n" + line_of(rows[i], widths, colour);
  return out;
}

std::string decision_of(const CandidateVerdict& candidate, Colour colour) {
  return visible_text(candidate.candidate) + ": " + painted(word(candidate.decision), colour) + ". " +
         visible_text(as_sentence(why(candidate)));
}

}  // namespace

size_t display_width(std::string_view text) {
  size_t width = 0;
  for (const uint32_t letter : letters_of(text)) width += width_of(letter);
  return width;
}

std::string verdict_table(const Verdict& verdict, Colour colour) {
  std::string out = grid(rows_of(verdict), colour) + "\n";
  for (const auto& refusal : verdict.integrity)
    out += "\nevidence: " + visible_text(refusal.code + ": " + refusal.text);
  for (const auto& candidate : verdict.candidates) out += "\n" + decision_of(candidate, colour);
  return out;
}

}  // namespace pilotage
