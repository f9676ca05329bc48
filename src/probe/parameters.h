// SPDX-License-Identifier: Apache-2.0
// Parameters: reads the parameters of a native probe's request strictly, each with a default and bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "probe/message.h"

namespace pilotage {

struct AllowedRange {
  int64_t low = 0;
  int64_t high = 0;
};

class Parameters {
 public:
  explicit Parameters(const Json& parameters) : parameters_(parameters) {}

  // The value, or `otherwise` where it is not there.
  int64_t integer(std::string_view name, int64_t otherwise, AllowedRange range);
  std::vector<int64_t> integers(std::string_view name, std::vector<int64_t> otherwise, AllowedRange range);
  std::vector<std::string> words(std::string_view name, std::span<const std::string_view> known);  // default: all known

  // What is wrong, an unknown parameter among it, under the code `parameter`; to be asked after the last was read.
  std::optional<ProbeError> mistake();

 private:
  const Json* take(std::string_view name);
  void wrong(std::string_view name, std::string_view what);

  const Json& parameters_;
  std::set<std::string, std::less<>> taken_;
  std::string mistake_;
};

}  // namespace pilotage
