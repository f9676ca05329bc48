// SPDX-License-Identifier: Apache-2.0
// How many cases of each stage were completed, failed or not run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/facts.h"

namespace pilotage {

struct StageFact {
  std::string stage;
  int64_t completed = 0;
  int64_t failed = 0;  // failed or broken off
  int64_t not_run = 0;
  double seconds = 0;  // of all attempts that ended
};

// In the order in which the stages first appear.
std::vector<StageFact> stages_of(const Facts& facts);

}  // namespace pilotage
