// SPDX-License-Identifier: Apache-2.0
// One poll over the streams and the pidfd: nothing here waits for one thing while another is ready.
#include "base/process.h"

#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include "base/interrupt.h"

namespace pilotage {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr size_t kReadSize = 256 * 1024;             // a few pipe fills a call
constexpr milliseconds kGrace(50);                   // for a stream held open by what left the group
constexpr milliseconds kKillTime(5000);              // how long a destructor waits for the kernel to end a process
constexpr size_t kLargestOutput = size_t{64} << 20;  // of run_command

// A write to a pipe that nobody reads raises SIGPIPE. Blocked for this thread and taken back afterwards, it changes
// nothing for the rest of the program.
class SigpipeGuard {
 public:
  SigpipeGuard() {
    ::sigemptyset(&set_);
    ::sigaddset(&set_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &set_, &old_);
  }
  ~SigpipeGuard() {
    const timespec at_once{};
    if (!was_pending_) ::sigtimedwait(&set_, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &old_, nullptr);
  }
  SigpipeGuard(const SigpipeGuard&) = delete;
  SigpipeGuard& operator=(const SigpipeGuard&) = delete;

 private:
  sigset_t set_;
  sigset_t old_;
  bool was_pending_ = false;
};

int milliseconds_until(steady_clock::time_point until) {
  const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, INT_MAX));
}

bool is_readable(const Descriptor& watch, int timeout_ms) {
  pollfd poller{watch.number(), POLLIN, 0};
  return ::poll(&poller, 1, timeout_ms) == 1;
}

ExitStatus reap(pid_t id) {
  forget_group(id);
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(id), &info, WEXITED) != 0) PILOTAGE_CHECK(errno == EINTR);
  if (info.si_code == CLD_EXITED) return ExitStatus{.code = info.si_status};
  return ExitStatus{.signal = info.si_status};
}

// How much of the text the pipe took. Closes an end that nobody reads any more.
size_t write_some(Descriptor& end, std::string_view text) {
  const SigpipeGuard guard;
  size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(end.number(), text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      if (errno != EAGAIN) end.close();
      break;
    }
    written += static_cast<size_t>(count);
  }
  return written;
}

}  // namespace

std::string ExitStatus::text() const {
  if (signal == 0) return "exit status " + std::to_string(code);
  return "signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

Process::Process(Spawned spawned) : self_(std::move(spawned)), buffer_(kReadSize, '\0') {}

Process::Process(Process&& other) noexcept = default;

Result<Process> Process::start(Command command) { return Process(TRY(spawn(std::move(command)))); }

Process::~Process() {
  if (!self_.watch.open() || status_) return;
  kill_group();
  wait(kKillTime);
}

void Process::send(std::string_view text) {
  if (!self_.in.open()) return;
  pending_ += text;
  write_pending();
}

void Process::close_input() {
  close_when_written_ = true;
  write_pending();
}

void Process::write_pending() {
  if (!pending_.empty()) {
    const size_t written = write_some(self_.in, pending_);
    pending_.erase(0, self_.in.open() ? written : pending_.size());
  }
  if (close_when_written_ && pending_.empty()) self_.in.close();
}

bool Process::read_some(Descriptor& stream, std::string& into) {
  if (!stream.open()) return false;
  const ssize_t count = ::read(stream.number(), buffer_.data(), buffer_.size());
  if (count > 0) into.append(buffer_.data(), static_cast<size_t>(count));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) stream.close();
  return count > 0;
}

// A negative number makes poll pass over an entry.
void Process::wait_for_activity(Time until) const {
  std::array<pollfd, 4> pollers{{{self_.out.number(), POLLIN, 0},
                                 {self_.err.number(), POLLIN, 0},
                                 {pending_.empty() ? -1 : self_.in.number(), POLLOUT, 0},
                                 {ended_ ? -1 : self_.watch.number(), POLLIN, 0}}};
  ::poll(pollers.data(), pollers.size(), milliseconds_until(until));
}

// The ended command is not reaped yet, so its number is still its own and its group can be ended safely.
void Process::notice_end() {
  if (ended_ || !is_readable(self_.watch, 0)) return;
  ended_ = steady_clock::now();
  kill_group();
}

Process::Pumped Process::pump(std::string& out, std::string& err, milliseconds timeout) {
  const Time deadline = steady_clock::now() + timeout;
  while (self_.out.open() || self_.err.open()) {
    wait_for_activity(ended_ ? std::min(deadline, *ended_ + kGrace) : deadline);
    write_pending();
    notice_end();  // before reading: what it wrote before its end is in the pipes by now
    const bool got_out = read_some(self_.out, out);
    const bool got_err = read_some(self_.err, err);
    if (got_out || got_err) return Pumped::kData;
    if (ended_ && steady_clock::now() >= *ended_ + kGrace) break;
    if ((self_.out.open() || self_.err.open()) && steady_clock::now() >= deadline) return Pumped::kQuiet;
  }
  self_.out.close();
  self_.err.close();
  return Pumped::kEnded;
}

void Process::kill_group() {
  if (self_.watch.open() && !status_) ::kill(-self_.id, SIGKILL);
}

std::optional<ExitStatus> Process::wait(milliseconds timeout) {
  const Time deadline = steady_clock::now() + timeout;
  while (!status_) {
    if (is_readable(self_.watch, milliseconds_until(deadline))) {
      notice_end();
      status_ = reap(self_.id);
    } else if (steady_clock::now() >= deadline) {
      return std::nullopt;
    }
  }
  return status_;
}

Result<Finished> run_command(Command command, std::string_view input, milliseconds timeout) {
  const auto deadline = steady_clock::now() + timeout;
  const std::string name = command.argv.at(0);
  Process process = TRY(Process::start(std::move(command)));
  process.send(input);
  process.close_input();
  Finished finished;
  auto pumped = Process::Pumped::kData;
  while (pumped == Process::Pumped::kData) {
    pumped = process.pump(finished.out, finished.err, milliseconds(milliseconds_until(deadline)));
    if (std::max(finished.out.size(), finished.err.size()) > kLargestOutput) {
      return environment_error('"' + name + "\" wrote more than 64 MiB");
    }
  }
  const auto exit = process.wait(milliseconds(milliseconds_until(deadline)));
  if (pumped == Process::Pumped::kQuiet || !exit) {
    return environment_error('"' + name + "\" took longer than " + std::to_string(timeout.count()) + " ms");
  }
  finished.exit = *exit;
  return finished;
}

}  // namespace pilotage
