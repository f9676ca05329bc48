// SPDX-License-Identifier: Apache-2.0
// spawn: starts one command without a shell, in a session and process group of its own, with pipes on its three
// standard streams and nothing else inherited. `Process` is what the rest of the program uses; this is its first half.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace pilotage {

struct Command {
  std::vector<std::string> argv = {};  // the first is looked up in PATH unless it has a slash
  std::filesystem::path folder = {};   // where it starts; empty: where we are
  std::vector<std::pair<std::string, std::string>> environment = {};  // added to ours, or replacing
};

struct Spawned {
  pid_t id = 0;      // also the number of its group
  Descriptor watch;  // readable once it has ended
  Descriptor in;     // our ends of the pipes, non-blocking
  Descriptor out;
  Descriptor err;
};

// Returns once the command runs. The kernel ends it when the calling thread ends, however that happens.
Result<Spawned> spawn(Command command);

}  // namespace pilotage
