// SPDX-License-Identifier: Apache-2.0
// What configuration files say: packages that they ask for, and every other key with its value as a setting
// (`zero_optimization.offload_optimizer.pin_memory=true`). Each reader takes the file line by line and keeps going
// where it does not understand one: a scan is no validator.
#pragma once

#include <string_view>

#include "inventory/occurrence.h"

namespace pilotage {

Occurrences read_requirements(std::string_view text);
Occurrences read_toml(std::string_view text);
Occurrences read_yaml(std::string_view text);
Occurrences read_json(std::string_view text);
Occurrences read_ini(std::string_view text);

}  // namespace pilotage
