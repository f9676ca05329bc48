// SPDX-License-Identifier: Apache-2.0
// toml++ parses; its exceptions become errors here and go no further.
#include "base/toml.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace pilotage {
namespace {

TomlPlace place_of(const toml::source_region& region) {
  return {.line = static_cast<int64_t>(region.begin.line), .column = static_cast<int64_t>(region.begin.column)};
}

std::string at(TomlPlace place) {
  return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

Result<TomlNode> convert(const toml::node& node);

Result<TomlNode> convert_table(const toml::table& table) {
  TomlNode::Table members;
  for (const auto& [key, child] : table) {
    members.push_back({std::string(key.str()), place_of(key.source()), TRY(convert(child))});
  }
  const auto before = [](const auto& a, const auto& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  };
  std::stable_sort(members.begin(), members.end(), before);
  return TomlNode{std::move(members), place_of(table.source())};
}

Result<TomlNode> convert_array(const toml::array& array) {
  TomlNode::Array elements;
  for (const auto& child : array) elements.push_back(TRY(convert(child)));
  return TomlNode{std::move(elements), place_of(array.source())};
}

Result<TomlNode> convert(const toml::node& node) {
  const TomlPlace place = place_of(node.source());
  if (const auto* table = node.as_table()) return convert_table(*table);
  if (const auto* array = node.as_array()) return convert_array(*array);
  if (const auto* text = node.as_string()) return TomlNode{text->get(), place};
  if (const auto* integer = node.as_integer()) return TomlNode{integer->get(), place};
  if (const auto* boolean = node.as_boolean()) return TomlNode{boolean->get(), place};
  if (const auto* real = node.as_floating_point()) {
    if (!std::isfinite(real->get())) return usage_error(at(place) + ": a number must be finite");
    return TomlNode{real->get(), place};
  }
  return usage_error(at(place) + ": dates and times are not used here; write text in quotes");
}

// toml++ bounds how deep values nest but not how many parts a dotted key has, and each part is a level that it and we
// walk by recursion.
constexpr int64_t kMostParts = 32;

// Counts the dots between two of `= [ ] { } ,` or line ends, outside quotes and comments. A text of several lines may
// hold quotes of its own and be misread, which no more than a text of very many dots in a line could notice.
class KeyMeter {
 public:
  // True where a key has more parts than it may.
  bool take(char character) {
    if (character == '\n') return start_line();
    if (comment_) return false;
    if (quote_ != 0) return take_quoted(character);
    if (character == '"' || character == '\'') quote_ = character;
    if (character == '#') comment_ = true;
    if (std::string_view("=[]{},").find(character) != std::string_view::npos) dots_ = 0;
    if (character == '.') ++dots_;
    return dots_ >= kMostParts;
  }
  int64_t line() const { return line_; }

 private:
  bool start_line() {
    ++line_;
    dots_ = 0;
    comment_ = false;
    return false;
  }

  bool take_quoted(char character) {
    const bool escaped = std::exchange(escaped_, character == '\\' && quote_ == '"' && !escaped_);
    if (character == quote_ && !escaped) quote_ = 0;
    return false;
  }

  char quote_ = 0;  // the one that is open
  bool escaped_ = false;
  bool comment_ = false;
  int64_t dots_ = 0;
  int64_t line_ = 1;
};

Status check_keys(std::string_view text) {
  KeyMeter meter;
  for (const char character : text) {
    if (!meter.take(character)) continue;
    return usage_error(at({.line = meter.line(), .column = 1}) + ": a key has more than " + std::to_string(kMostParts) +
                       " parts");
  }
  return Done{};
}

}  // namespace

const TomlNode* TomlNode::find(std::string_view key) const {
  const Table* table = table_if();
  if (table == nullptr) return nullptr;
  for (const auto& member : *table) {
    if (member.key == key) return &member.node;
  }
  return nullptr;
}

Result<TomlNode> parse_toml(std::string_view text) {
  TRY(check_keys(text));
  try {
    const toml::table table = toml::parse(text);
    return convert(table);
  } catch (const toml::parse_error& error) {
    return usage_error(at(place_of(error.source())) + ": " + std::string(error.description()));
  }
}

}  // namespace pilotage
