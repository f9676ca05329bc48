// SPDX-License-Identifier: Apache-2.0
// The thread sleeps in poll, so that it takes nothing from what is measured. An eventfd wakes it to be joined.
#include "probe/watcher.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace pilotage {
namespace {

constexpr int kForever = -1;
constexpr int kLongestSilenceMs = 60'000;  // thirty empty lines: a suspended driver or a slow disk is no lost link
constexpr int kDriverGone = 3;

enum class Heard { kSomething, kNothing, kEnd };

Heard read_some(int descriptor) {
  std::array<char, 4096> block;
  const ssize_t count = ::read(descriptor, block.data(), block.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN ? Heard::kNothing : Heard::kEnd;
  return count > 0 ? Heard::kSomething : Heard::kEnd;
}

void watch(int input, int stop) {
  int patience = kForever;
  for (;;) {
    std::array<pollfd, 2> pollers{{{input, POLLIN, 0}, {stop, POLLIN, 0}}};
    const int ready = ::poll(pollers.data(), pollers.size(), patience);
    if (ready < 0 && errno == EINTR) continue;
    if (pollers[1].revents != 0) return;
    const Heard heard = ready > 0 ? read_some(input) : Heard::kEnd;
    if (heard == Heard::kEnd) ::_exit(kDriverGone);
    if (heard == Heard::kSomething) patience = kLongestSilenceMs;
  }
}

}  // namespace

InputWatcher::InputWatcher(int descriptor) : stop_(::eventfd(0, EFD_CLOEXEC)) {
  thread_ = std::jthread([descriptor, stop = stop_.number()] { watch(descriptor, stop); });
}

InputWatcher::~InputWatcher() {
  const uint64_t one = 1;
  (void)!::write(stop_.number(), &one, sizeof one);
}

}  // namespace pilotage
