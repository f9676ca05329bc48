// SPDX-License-Identifier: Apache-2.0
// The handler makes only async-signal-safe calls (signal-safety(7)) and reads only lock-free atomics.
#include "base/interrupt.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <string_view>

namespace pilotage {
namespace {

constexpr std::string_view kWords =
    "\npilotage: ended by a signal; what is recorded stays, and the same command goes on from there\n";

std::array<std::atomic<pid_t>, 16> groups{};  // 0: free. More than one at a time is rare, more than these are not noted
static_assert(std::atomic<pid_t>::is_always_lock_free);

// The signal's default action comes back before this runs (SA_RESETHAND), and ends the program when this returns.
void end_groups(int signal) {
  bool any = false;
  for (const auto& group : groups) {
    const pid_t id = group.load();
    if (id > 0) any = ::kill(-id, SIGKILL) == 0 || any;
  }
  if (any) [[maybe_unused]] const auto count = ::write(STDERR_FILENO, kWords.data(), kWords.size());
  ::raise(signal);
}

void replace(pid_t from, pid_t to) {
  for (auto& group : groups) {
    pid_t expected = from;
    if (group.compare_exchange_strong(expected, to)) return;
  }
}

}  // namespace

void end_groups_on_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = end_groups;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(signal, &action, nullptr);
  }
}

void note_group(pid_t id) { replace(0, id); }
void forget_group(pid_t id) { replace(id, 0); }

}  // namespace pilotage
