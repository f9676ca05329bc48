// SPDX-License-Identifier: Apache-2.0
// What scripts say: shell and Slurm, Dockerfiles, makefiles, CMake, and the commands that documentation shows.
#pragma once

#include <string_view>

#include "inventory/lines.h"
#include "inventory/occurrence.h"

namespace pilotage {

Occurrences read_shell(std::string_view text);
Occurrences read_docker(std::string_view text);
Occurrences read_make(std::string_view text);
Occurrences read_markdown(std::string_view text);
Occurrences read_cmake(std::string_view text);

// One line of commands, as it may stand anywhere.
void read_commands(const TextLine& line, Collector& out);

}  // namespace pilotage
