// SPDX-License-Identifier: Apache-2.0
// fork and exec, since nothing else sets the parent-death signal. Between the two only async-signal-safe calls are
// made, so everything that needs memory is prepared before. A failed exec reports its errno through a pipe that a
// successful one closes. The end of the command is seen through a pidfd (Linux 5.3), which can be polled together with
// the streams.
#include "base/spawn.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <optional>

#include "base/interrupt.h"

namespace pilotage {
namespace {

constexpr int kPipeSize = 1024 * 1024;  // the most an unprivileged process may ask for by default

Error failed(std::string_view verb, int code) {
  return environment_error("cannot " + std::string(verb) + ": " + std::strerror(code));
}

struct Pipe {
  Descriptor read;
  Descriptor write;
};

// The child puts its ends on 0, 1 and 2: an end that had such a number itself would be overwritten on the way.
Status keep_clear_of_standard_streams(Descriptor& end) {
  if (end.number() > STDERR_FILENO) return Done{};
  end = Descriptor(::fcntl(end.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!end.open()) return failed("make a pipe", errno);
  return Done{};
}

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failed("make a pipe", errno);
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  TRY(keep_clear_of_standard_streams(pipe.read));
  TRY(keep_clear_of_standard_streams(pipe.write));
  return pipe;
}

std::vector<std::string> merged_environment(const Command& command) {
  std::vector<std::string> merged;
  for (const auto& [name, value] : command.environment) merged.push_back(name + "=" + value);
  const auto replaced = [&](std::string_view entry) {
    return std::ranges::any_of(command.environment, [&](const auto& added) {
      return entry.starts_with(added.first) && entry.substr(added.first.size()).starts_with('=');
    });
  };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!replaced(*entry)) merged.emplace_back(*entry);
  }
  return merged;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

enum class Step : int { kFolder, kExec };

struct StartFailure {
  Step step;
  int code;
};

// Everything the child needs, ready before the fork.
struct Launch {
  char* const* argv;
  char* const* environment;
  const char* folder;  // or null
  int in, out, err, report;
  pid_t parent;
};

[[noreturn]] void report_and_exit(int report, Step step) {
  const StartFailure failure{step, errno};
  [[maybe_unused]] const auto count = ::write(report, &failure, sizeof failure);
  ::_exit(127);
}

void restore_signals() {
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// In the child. A session of its own: no controlling terminal, so that nothing stops to ask for a password unseen.
[[noreturn]] void become(const Launch& launch) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != launch.parent) ::_exit(127);  // the parent died before the line above
  ::setsid();
  ::dup2(launch.in, STDIN_FILENO);
  ::dup2(launch.out, STDOUT_FILENO);
  ::dup2(launch.err, STDERR_FILENO);
#ifdef SYS_close_range
  constexpr unsigned kCloseOnExec = 4;  // CLOSE_RANGE_CLOEXEC; older kernels refuse it, and ours are marked one by one
  ::syscall(SYS_close_range, 3U, UINT_MAX, kCloseOnExec);
#endif
  restore_signals();
  if (launch.folder != nullptr && ::chdir(launch.folder) != 0) report_and_exit(launch.report, Step::kFolder);
  ::execvpe(launch.argv[0], launch.argv, launch.environment);
  report_and_exit(launch.report, Step::kExec);
}

// What the child says about its start: nothing when the exec worked and closed the pipe.
std::optional<StartFailure> read_report(const Descriptor& report) {
  StartFailure failure{};
  ssize_t count = 0;
  while ((count = ::read(report.number(), &failure, sizeof failure)) < 0 && errno == EINTR) {}
  if (count != static_cast<ssize_t>(sizeof failure)) return std::nullopt;
  return failure;
}

Error not_started(const Command& command, const StartFailure& failure) {
  const std::string reason = std::string(": ") + std::strerror(failure.code);
  if (failure.step == Step::kFolder) {
    return environment_error("cannot start \"" + command.argv[0] + "\" in the folder \"" + command.folder.string() +
                             '"' + reason);
  }
  return environment_error("cannot start \"" + command.argv[0] + '"' + reason,
                           "is it installed here, and is its folder in PATH?");
}

// Ends and reaps a child that cannot be used.
void discard(pid_t id) {
  ::kill(id, SIGKILL);
  while (::waitpid(id, nullptr, 0) < 0 && errno == EINTR) {}
}

struct Pipes {
  Pipe in;
  Pipe out;
  Pipe err;
  Pipe report;
};

Result<Pipes> make_pipes() {
  Pipes pipes;  // one a line: what a braced list has made is not always given back when a later part of it fails
  pipes.in = TRY(make_pipe());
  pipes.out = TRY(make_pipe());
  pipes.err = TRY(make_pipe());
  pipes.report = TRY(make_pipe());
  ::fcntl(pipes.out.read.number(), F_SETPIPE_SZ, kPipeSize);  // fewer switches on a long stream; fine without
  for (const Descriptor* ours : {&pipes.in.write, &pipes.out.read, &pipes.err.read}) {
    ::fcntl(ours->number(), F_SETFL, O_NONBLOCK);
  }
  return pipes;
}

Result<pid_t> fork_and_exec(Command& command, const Pipes& pipes) {
  auto environment = merged_environment(command);
  const auto argv_pointers = pointers_to(command.argv);
  const auto environment_pointers = pointers_to(environment);
  const Launch launch{.argv = argv_pointers.data(),
                      .environment = environment_pointers.data(),
                      .folder = command.folder.empty() ? nullptr : command.folder.c_str(),
                      .in = pipes.in.read.number(),
                      .out = pipes.out.write.number(),
                      .err = pipes.err.write.number(),
                      .report = pipes.report.write.number(),
                      .parent = ::getpid()};
  const pid_t id = ::fork();
  if (id < 0) return failed("start a process", errno);
  if (id == 0) become(launch);
  return id;
}

}  // namespace

Result<Spawned> spawn(Command command) {
  PILOTAGE_CHECK(!command.argv.empty());
  Pipes pipes = TRY(make_pipes());
  const pid_t id = TRY(fork_and_exec(command, pipes));
  pipes.report.write.close();
  if (const auto failure = read_report(pipes.report.read)) {
    discard(id);
    return not_started(command, *failure);
  }
  Descriptor watch(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
  if (!watch.open()) {
    const Error error = failed("watch a process (pidfd_open needs Linux 5.3)", errno);
    discard(id);
    return error;
  }
  note_group(id);
  return Spawned{.id = id,
                 .watch = std::move(watch),
                 .in = std::move(pipes.in.write),
                 .out = std::move(pipes.out.read),
                 .err = std::move(pipes.err.read)};
}

}  // namespace pilotage
