// SPDX-License-Identifier: Apache-2.0
// The control sample of a workload: JSONL, one object with its own `id` a line. Read once, from front to back; memory
// grows with the ids alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace pilotage {

struct DataFacts {
  std::string sha256;  // of the file's bytes
  int64_t items = 0;
  std::vector<std::string> ids;  // in the order of the file
};

// `base` is the folder that the plan's paths start from. Refuses a missing or empty file, a line that is no JSON
// object, an id that is no text, empty, or there twice; the message has the line.
Result<DataFacts> read_data(const Workload& workload, const std::filesystem::path& base);

}  // namespace pilotage
