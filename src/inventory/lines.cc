// SPDX-License-Identifier: Apache-2.0
#include "inventory/lines.h"

#include <algorithm>

#include "base/text.h"
#include "inventory/package.h"

namespace pilotage {
namespace {

constexpr size_t kLongestText = 500;

}  // namespace

std::vector<TextLine> lines_of(std::string_view text) {
  std::vector<TextLine> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({line, static_cast<int64_t>(lines.size()) + 1, 1});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

TextLine trimmed(TextLine line) {
  const size_t first = std::min(line.text.find_first_not_of(" \t"), line.text.size());
  line = behind(line, first);
  line.text = trim(line.text);
  return line;
}

TextLine behind(TextLine line, size_t offset) {
  offset = std::min(offset, line.text.size());
  return {line.text.substr(offset), line.number, line.column + static_cast<int64_t>(offset)};
}

std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

bool is_variable_name(std::string_view text) {
  if (text.size() < 4 || text.find('_') == std::string_view::npos || text[0] < 'A' || text[0] > 'Z') return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; });
}

void Collector::add(Kind kind, std::string text, const TextLine& place, size_t offset) {
  if (text.empty() || text.size() > kLongestText) return;
  out_.push_back({kind, std::move(text), place.number, place.column + static_cast<int64_t>(offset)});
}

void Collector::add_package(std::string_view requirement, const TextLine& place, size_t offset) {
  if (auto package = package_text(requirement)) add(Kind::kPackage, std::move(*package), place, offset);
}

void Collector::add_setting(const std::string& path, std::string_view value, const TextLine& place, size_t offset) {
  const std::string key = path.substr(path.rfind('.') + 1);
  if (is_variable_name(key)) add(Kind::kEnv, key, place, offset);
  if (is_variable_name(value)) add(Kind::kEnv, std::string(value), place, offset);
  if (key == "image" || key == "container") add(Kind::kImage, std::string(value), place, offset);
  add(Kind::kSetting, path + "=" + std::string(value), place, offset);
}

}  // namespace pilotage
