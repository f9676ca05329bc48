// SPDX-License-Identifier: Apache-2.0
// Process: one command, started without a shell, with pipes on its three standard streams. It lives in a session and
// process group of its own, and the group never outlives it: not when the command ends, not when this object dies.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"
#include "base/spawn.h"

namespace pilotage {

struct ExitStatus {
  int code = 0;    // what it returned
  int signal = 0;  // what ended it, or 0 where it returned by itself

  bool success() const { return code == 0 && signal == 0; }
  std::string text() const;  // `exit status 3`, `signal 9 (Killed)`
};

// Not for use by two threads at once. The kernel ends the command when the thread that started it ends, however that
// happens, so the starting thread must live as long as the object. What the command itself started is not covered by
// that: those notice the end of their standard input. What leaves the process group (a daemon) is not followed.
class Process {
 public:
  static Result<Process> start(Command command);
  Process(Process&&) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();  // ends the whole group

  pid_t id() const { return self_.id; }

  // Queues text for standard input and writes what fits now; `pump` writes the rest. A command that has closed its
  // input loses the text silently, as it would in a shell's pipe.
  void send(std::string_view text);
  // The end of its input, once what was sent has been written.
  void close_input();

  enum class Pumped {
    kData,   // something was appended
    kQuiet,  // the time passed without output
    kEnded,  // both streams are at their end: nothing will come
  };
  // Moves bytes both ways: appends at most 256 KiB to each string, waits at most `timeout` for the first byte. When the
  // command has ended, what is left of its group is ended too; a stream that something outside the group still holds
  // open counts as ended shortly after.
  Pumped pump(std::string& out, std::string& err, std::chrono::milliseconds timeout);

  // Ends the command and its whole group with SIGKILL; `wait` still has to be called for the status.
  void kill_group();
  // Its status, or nothing where it still runs after the time. A device can hold even a killed process in the kernel.
  std::optional<ExitStatus> wait(std::chrono::milliseconds timeout);

 private:
  using Time = std::chrono::steady_clock::time_point;
  explicit Process(Spawned spawned);

  void write_pending();
  bool read_some(Descriptor& stream, std::string& into);
  void wait_for_activity(Time until) const;
  void notice_end();

  Spawned self_;  // its watch is closed after a move
  std::string buffer_;
  std::string pending_;  // for standard input
  bool close_when_written_ = false;
  std::optional<Time> ended_;  // when the command's end was noticed
  std::optional<ExitStatus> status_;
};

struct Finished {
  ExitStatus exit;
  std::string out;
  std::string err;
};

// Runs a command to its end. An error where it cannot be started, takes longer than `timeout` or writes more than 64
// MiB to one stream; a status other than 0 is not an error here.
Result<Finished> run_command(Command command, std::string_view input, std::chrono::milliseconds timeout);

}  // namespace pilotage
