// SPDX-License-Identifier: Apache-2.0
// The tokens of C++ and CUDA, each with its place.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pilotage {

enum class TokenType : uint8_t {
  kWord,
  kNumber,
  kString,     // with its quotes
  kMark,       // one or more characters: `::`, `<<<`, `>>>`, `>>`, else one
  kDirective,  // the word behind `#`
  kPath,       // what stands behind #include, without quotes or brackets
  kLineEnd,    // of a directive
};

struct Token {
  TokenType type = TokenType::kMark;
  std::string_view text;
  int64_t line = 0;    // from 1
  int64_t column = 0;  // from 1
};

// `text` without comments (`without_dead_code`); the tokens point into it.
std::vector<Token> cuda_tokens(std::string_view text);

}  // namespace pilotage
