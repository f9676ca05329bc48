// SPDX-License-Identifier: Apache-2.0
// The closed lists of words that rows use, each with what it means.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "profile/row.h"

namespace pilotage {

struct WordMeaning {
  std::string_view word;
  std::string_view meaning;
};

std::span<const WordMeaning> support_words();
std::span<const WordMeaning> figure_words();
std::span<const WordMeaning> feature_words();  // without the dtypes

// The words of an enumeration, in the order of its values.
std::span<const std::string_view> words_of(Confidence);
std::span<const std::string_view> words_of(Support);
std::span<const std::string_view> words_of(FigureName);
std::span<const std::string_view> words_of(FigureBasis);
std::span<const std::string_view> words_of(DetectBy);
std::span<const std::string_view> words_of(ReleaseBasis);
std::span<const std::string_view> words_of(ComponentRole);
std::span<const std::string_view> words_of(CallSafety);

std::span<const std::string_view> dtype_words();      // PyTorch's names
std::span<const std::string_view> format_words();     // of hardware
std::span<const std::string_view> operation_words();  // of collectives
std::span<const std::string_view> seen_by_words();
std::span<const std::string_view> all_feature_words();  // with `dtype.…`

}  // namespace pilotage
