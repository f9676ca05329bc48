// SPDX-License-Identifier: Apache-2.0
#include "base/mistakes.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "base/json.h"
#include "base/text.h"

namespace pilotage {
namespace {

constexpr size_t kMostMistakes = 200;  // a person reads no more; a hostile file makes no more
constexpr size_t kLongestShown = 80;

// Cuts between characters of UTF-8, never inside one.
std::string_view cut(std::string_view text) {
  size_t end = kLongestShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end);
}

// Reads a number after `word`, both taken off the text.
bool take(std::string_view& text, std::string_view word, int64_t& number) {
  if (!text.starts_with(word)) return false;
  const auto [end, code] = std::from_chars(text.data() + word.size(), text.data() + text.size(), number);
  if (code != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

}  // namespace

void Mistakes::add(TomlPlace place, std::string text) {
  if (mistakes_.size() == kMostMistakes) {
    full_ = true;
    return;
  }
  mistakes_.push_back({place, std::move(text)});
}

Error Mistakes::to_error(const std::filesystem::path& file, std::string hint) {
  std::stable_sort(mistakes_.begin(), mistakes_.end(), [](const Mistake& a, const Mistake& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
  std::vector<std::string> lines;
  for (const auto& [place, text] : mistakes_) {
    lines.push_back(fmt::format("{}:{}:{}: {}", file.string(), place.line, place.column, text));
  }
  if (full_) lines.push_back(file.string() + ": and more");
  return usage_error(join(lines, "\n"), std::move(hint));
}

Result<TomlNode> parse_toml_of(const std::filesystem::path& file, std::string_view text, std::string hint) {
  auto document = parse_toml(text);
  if (document.ok()) return document;
  std::string_view said = document.error().message();  // `line 3, column 7: text`
  std::string_view rest = said;
  TomlPlace place{.line = 1, .column = 1};
  if (take(rest, "line ", place.line) && take(rest, ", column ", place.column) && rest.starts_with(": ")) {
    said = rest.substr(2);
  }
  Mistakes mistakes;
  mistakes.add(place, std::string(said));
  return mistakes.to_error(file, std::move(hint));
}

std::string shown(std::string_view text) {
  if (text.size() <= kLongestShown) return json_quote(text);
  return json_quote(cut(text)) + fmt::format("… ({} bytes)", text.size());
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
  const std::string near = word.size() > kLongestShown ? "" : nearest_word(word, known);
  if (!near.empty()) return ", did you mean " + json_quote(near) + "?";
  if (known.empty() || known.size() > 24) return "";
  std::vector<std::string> names(known.begin(), known.end());
  return "; known are: " + join(names, ", ");
}

}  // namespace pilotage
