// SPDX-License-Identifier: Apache-2.0
// What a signal that ends the program does to the commands that it has started.
#pragma once

#include <sys/types.h>

namespace pilotage {

// From now on Ctrl-C, SIGTERM and SIGHUP end the groups of all commands that run, and then the program, as they would
// have. The kernel by itself ends no more than our own child. A signal that is ignored stays ignored (nohup).
void end_groups_on_signals();

// A process group that has started, and one that is about to be reaped, after which its number may be another's.
void note_group(pid_t id);
void forget_group(pid_t id);

}  // namespace pilotage
