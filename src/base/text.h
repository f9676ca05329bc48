// SPDX-License-Identifier: Apache-2.0
// Small things about text that more than one part needs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pilotage {

// The word in `known` nearest to `word` by edit distance, or "" where none is near enough to be meant.
std::string nearest_word(std::string_view word, std::span<const std::string_view> known);

std::string join(std::span<const std::string> parts, std::string_view separator);
std::vector<std::string> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);

// For reports and tables: six significant digits, "–" where there is no value.
std::string six_digits(double value);

}  // namespace pilotage
