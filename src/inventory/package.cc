// SPDX-License-Identifier: Apache-2.0
// The grammar is that of PEP 508, the spelling of names that of PEP 503.
#include "inventory/package.h"

#include "base/text.h"

namespace pilotage {
namespace {

constexpr size_t kLongest = 300;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

// `_`, `.` and `-`, any number of them, are one `-`.
std::string normal_name(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool mark = c == '-' || c == '_' || c == '.';
    if (mark && !result.ends_with('-')) result += '-';
    if (!mark) result += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return result;
}

std::string without_spaces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' && c != '\t') result += c;
  }
  return result;
}

// The last part of an address without what follows a name there: `.git`, `@tag`, `#egg=`, a wheel's version.
std::string name_in_address(std::string_view address) {
  const size_t egg = address.find("#egg=");
  if (egg != std::string_view::npos) address = address.substr(egg + 5);
  address = address.substr(0, address.find_first_of("#?&[;"));
  while (address.ends_with('/')) address.remove_suffix(1);
  std::string_view last = address.substr(address.rfind('/') + 1);
  last = last.substr(0, last.find('@'));
  if (last.ends_with(".whl")) last = last.substr(0, last.find('-'));
  if (last.ends_with(".git")) last.remove_suffix(4);
  return normal_name(last);
}

std::optional<std::string> from_address(std::string_view address) {
  const std::string name = name_in_address(address);
  if (name.empty()) return {};
  return name + " @" + std::string(address.substr(0, address.find_first_of(" \t;")));
}

std::string_view without_extras(std::string_view rest) {
  if (!rest.starts_with('[')) return rest;
  const size_t end = rest.find(']');
  return end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
}

}  // namespace

std::optional<std::string> package_text(std::string_view requirement) {
  std::string_view text = trim(requirement);
  if (text.empty() || text.size() > kLongest || text.starts_with('-')) return {};
  if (text.starts_with("git+") || text.starts_with("http")) return from_address(text);
  size_t end = 0;
  while (end < text.size() && is_name_character(text[end])) ++end;
  if (end == 0) return {};
  std::string_view rest = trim(without_extras(trim(text.substr(end))));
  rest = rest.substr(0, rest.find_first_of(";#\\"));
  if (rest.starts_with('@')) return normal_name(text.substr(0, end)) + " " + without_spaces(rest);
  if (!rest.empty() && std::string_view("=<>!~(").find(rest.front()) == std::string_view::npos) return {};
  const std::string version = without_spaces(rest);
  return normal_name(text.substr(0, end)) + (version.empty() ? "" : " " + version);
}

std::optional<std::string> package_text(std::string_view name, std::string_view version) {
  const std::string normal = normal_name(trim(name));
  if (normal.empty() || normal.size() > kLongest) return {};
  const std::string exact = without_spaces(version.substr(0, kLongest));
  if (exact.empty() || exact == "*") return normal;
  return normal + (std::string_view("=<>!~^@").find(exact.front()) == std::string_view::npos ? " ==" : " ") + exact;
}

}  // namespace pilotage
