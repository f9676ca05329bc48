// SPDX-License-Identifier: Apache-2.0
#include "probe/parameters.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"

namespace pilotage {

const Json* Parameters::take(std::string_view name) {
  taken_.emplace(name);
  const Json* value = parameters_.find(name);
  return value != nullptr && !value->is_null() ? value : nullptr;
}

void Parameters::wrong(std::string_view name, std::string_view what) {
  if (mistake_.empty()) mistake_ = fmt::format("\"{}\" {}", name, what);
}

int64_t Parameters::integer(std::string_view name, int64_t otherwise, AllowedRange range) {
  const Json* value = take(name);
  if (value == nullptr) return otherwise;
  const int64_t* number = value->integer_if();
  if (number != nullptr && *number >= range.low && *number <= range.high) return *number;
  wrong(name, fmt::format("must be an integer from {} to {}", range.low, range.high));
  return otherwise;
}

std::vector<int64_t> Parameters::integers(std::string_view name, std::vector<int64_t> otherwise, AllowedRange range) {
  const Json* value = take(name);
  if (value == nullptr) return otherwise;
  std::vector<int64_t> numbers;
  if (const auto* array = value->array_if()) {
    for (const Json& element : *array) {
      const int64_t* number = element.integer_if();
      if (number != nullptr && *number >= range.low && *number <= range.high) numbers.push_back(*number);
    }
    if (!array->empty() && numbers.size() == array->size()) return numbers;
  }
  wrong(name, fmt::format("must be integers from {} to {}", range.low, range.high));
  return otherwise;
}

std::vector<std::string> Parameters::words(std::string_view name, std::span<const std::string_view> known) {
  const std::vector<std::string> all(known.begin(), known.end());
  const Json* value = take(name);
  if (value == nullptr) return all;
  std::vector<std::string> words;
  if (const auto* array = value->array_if()) {
    for (const Json& element : *array) {
      const std::string* word = element.string_if();
      if (word != nullptr && std::ranges::find(all, *word) != all.end()) words.push_back(*word);
    }
    if (!array->empty() && words.size() == array->size()) return words;
  }
  wrong(name, "must be words of: " + join(all, ", "));
  return all;
}

std::optional<ProbeError> Parameters::mistake() {
  const auto* object = parameters_.object_if();
  if (object == nullptr) return ProbeError{.code = "parameter", .message = "the parameters are not an object"};
  for (const auto& [name, value] : *object) {
    if (!taken_.contains(name)) wrong(excerpt(name), "is no parameter of this probe");
  }
  if (mistake_.empty()) return std::nullopt;
  return ProbeError{.code = "parameter", .message = "the parameter " + mistake_};
}

}  // namespace pilotage
