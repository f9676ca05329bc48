// SPDX-License-Identifier: Apache-2.0
// What texts in a plan may look like: ids, paths, variables, margins. Each check answers with what is wrong, or "".
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/toml.h"
#include "plan/keys.h"

namespace pilotage {

// Goes on from the key's name: `must be …`; "" where the text is fine.
std::string problem_of_text(std::string_view text, const Key& key);

// Texts and keys inside an options table: no control characters, nothing oversized.
std::string problem_of_table(const TomlNode& node);

// Only a-z, 0-9, `_` and `-`.
bool is_id(std::string_view text);

// A bound as people write it: 1000000, not 1e+06.
std::string bound_text(double value);

struct ParsedMargin {
  Margin margin;
  std::string unit;  // of an absolute one, the base unit; "1" otherwise
};
// `0.01 abs`, `5 ms abs`, `0.01 rel`.
Result<ParsedMargin> parse_margin(std::string_view text);

}  // namespace pilotage
