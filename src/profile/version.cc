// SPDX-License-Identifier: Apache-2.0
#include "profile/version.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace pilotage {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<int64_t> number_of(std::string_view part) {
  int64_t number = 0;
  const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), number);
  if (code != std::errc() || end != part.data() + part.size()) return std::nullopt;
  return number;
}

std::strong_ordering compare_parts(std::string_view a, std::string_view b) {
  const auto left = number_of(a);
  const auto right = number_of(b);
  if (left && right) return *left <=> *right;
  return a <=> b;
}

bool starts_with_parts(const std::vector<std::string>& parts, const std::vector<std::string>& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == "x" || wanted[i] == "*") continue;
    if (i >= parts.size() || compare_parts(parts[i], wanted[i]) != 0) return false;
  }
  return true;
}

bool local_fits(const std::string& pattern, const std::string& local) {
  if (pattern.empty()) return true;
  const LocalPart wanted = split_local(pattern);
  const LocalPart found = split_local(local);
  if (wanted.letters != found.letters) return false;
  return wanted.numbers.empty() || starts_with_parts(split(found.numbers, '.'), split(wanted.numbers, '.'));
}

}  // namespace

Version parse_version(std::string_view text) {
  text = trim(text);
  Version version;
  const size_t plus = text.find('+');
  if (plus != std::string_view::npos) version.local = std::string(text.substr(plus + 1));
  std::string_view front = text.substr(0, std::min(plus, text.size()));
  front = front.substr(0, std::min(front.find('-'), front.size()));
  if (!front.empty()) version.parts = split(front, '.');
  return version;
}

bool version_fits(std::string_view pattern, std::string_view version) {
  const Version found = parse_version(version);
  if (found.parts.empty()) return false;
  if (pattern.starts_with(">=")) return compare_versions(version, pattern.substr(2)) >= 0;
  if (pattern.starts_with("<")) return compare_versions(version, pattern.substr(1)) < 0;
  const Version wanted = parse_version(pattern);
  return starts_with_parts(found.parts, wanted.parts) && local_fits(wanted.local, found.local);
}

bool leading_parts_agree(std::string_view a, std::string_view b, int64_t count) {
  const auto left = parse_version(a).parts;
  const auto right = parse_version(b).parts;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    if (i >= left.size() || i >= right.size() || compare_parts(left[i], right[i]) != 0) return false;
  }
  return true;
}

std::strong_ordering compare_versions(std::string_view a, std::string_view b) {
  const auto left = parse_version(a).parts;
  const auto right = parse_version(b).parts;
  for (size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (const auto order = compare_parts(left[i], right[i]); order != 0) return order;
  }
  return left.size() <=> right.size();
}

LocalPart split_local(std::string_view local) {
  size_t letters = 0;
  while (letters < local.size() && !is_digit(local[letters])) ++letters;
  size_t end = letters;
  while (end < local.size() && (is_digit(local[end]) || local[end] == '.')) ++end;
  std::string_view numbers = local.substr(letters, end - letters);
  while (numbers.ends_with('.')) numbers.remove_suffix(1);
  return {std::string(local.substr(0, letters)), std::string(numbers)};
}

}  // namespace pilotage
