// SPDX-License-Identifier: Apache-2.0
// Real commands of the operating system; nothing waits longer than it takes to start them.
#include "base/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <csignal>

namespace pilotage {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr seconds kLong(20);  // never reached where all is well

Result<Finished> run(std::vector<std::string> argv, std::string_view input = {}) {
  return run_command(Command{.argv = std::move(argv)}, input, kLong);
}

Process started(std::vector<std::string> argv) {
  auto process = Process::start(Command{.argv = std::move(argv)});
  EXPECT_TRUE(process.ok());
  return std::move(process).value();
}

std::string output_of(Process& process) {
  std::string out;
  std::string err;
  while (process.pump(out, err, kLong) == Process::Pumped::kData) {}
  return out;
}

// The first line, as soon as it is there.
std::string line_of(Process& process) {
  std::string out;
  std::string err;
  while (out.find('\n') == std::string::npos && process.pump(out, err, kLong) == Process::Pumped::kData) {}
  return out.substr(0, out.find('\n'));
}

// Whether that process, which need not be a child of ours, ends in time.
testing::AssertionResult ends(pid_t id) {
  const Descriptor watch(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
  if (!watch.open()) return testing::AssertionSuccess();
  pollfd poller{watch.number(), POLLIN, 0};
  if (::poll(&poller, 1, 5000) == 1) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "process " << id << " still runs";
}

TEST(Process, gives_back_what_the_command_wrote) {
  const auto finished = run({"sh", "-c", "cat; echo problem >&2; exit 3"}, "text in");
  ASSERT_TRUE(finished.ok()) << finished.error().message();
  EXPECT_EQ(finished->out, "text in");
  EXPECT_EQ(finished->err, "problem\n");
  EXPECT_EQ(finished->exit.text(), "exit status 3");
  EXPECT_FALSE(finished->exit.success());
}

TEST(Process, moves_more_than_a_pipe_holds_both_ways) {
  const std::string text(3'000'000, 'x');
  const auto finished = run({"cat"}, text);
  ASSERT_TRUE(finished.ok()) << finished.error().message();
  EXPECT_EQ(finished->out, text);
  EXPECT_TRUE(finished->exit.success());
}

TEST(Process, survives_a_command_that_reads_nothing) {
  const auto finished = run({"true"}, std::string(3'000'000, 'x'));
  ASSERT_TRUE(finished.ok()) << finished.error().message();
  EXPECT_TRUE(finished->exit.success());
}

TEST(Process, is_no_shell) {
  const auto finished = run({"printf", "%s|", "$HOME", "a b", "; exit 1", "*"});
  ASSERT_TRUE(finished.ok());
  EXPECT_EQ(finished->out, "$HOME|a b|; exit 1|*|");
}

TEST(Process, names_a_command_that_does_not_exist) {
  const auto finished = run({"no-such-command-here"});
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().kind(), ErrorKind::kEnvironment);
  EXPECT_EQ(finished.error().message(), "cannot start \"no-such-command-here\": No such file or directory");
}

TEST(Process, names_a_folder_that_does_not_exist) {
  const auto finished = run_command(Command{.argv = {"true"}, .folder = "/no/such/folder"}, "", kLong);
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().message(),
            "cannot start \"true\" in the folder \"/no/such/folder\": No such file or directory");
}

TEST(Process, starts_in_a_folder_with_more_environment) {
  const auto finished = run_command(Command{.argv = {"sh", "-c", "pwd; echo $ADDED $HOME"},
                                            .folder = "/",
                                            .environment = {{"ADDED", "1"}, {"HOME", "h"}}},
                                    "", kLong);
  ASSERT_TRUE(finished.ok());
  EXPECT_EQ(finished->out, "/\n1 h\n");
}

TEST(Process, tells_the_signal_that_ended_the_command) {
  const auto finished = run({"sh", "-c", "kill -TERM $$"});
  ASSERT_TRUE(finished.ok());
  EXPECT_EQ(finished->exit.text(), "signal 15 (Terminated)");
}

TEST(Process, a_command_that_takes_too_long_is_ended_with_all_it_started) {
  Process process = started({"sh", "-c", "sleep 60 & echo $!; wait"});
  const pid_t grandchild = std::stoi(line_of(process));
  EXPECT_FALSE(process.wait(milliseconds(1)));
  process.kill_group();
  const auto exit = process.wait(kLong);
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->signal, SIGKILL);
  EXPECT_TRUE(ends(grandchild));
}

TEST(Process, run_command_keeps_its_time) {
  const auto finished = run_command(Command{.argv = {"sleep", "60"}}, "", milliseconds(10));
  ASSERT_FALSE(finished.ok());
  EXPECT_EQ(finished.error().message(), "\"sleep\" took longer than 10 ms");
}

TEST(Process, the_group_ends_with_the_object) {
  pid_t child = 0;
  pid_t grandchild = 0;
  {
    Process process = started({"sh", "-c", "sleep 60 & echo $!; wait"});
    child = process.id();
    grandchild = std::stoi(line_of(process));
    const Process moved = std::move(process);
  }
  EXPECT_TRUE(ends(child));
  EXPECT_TRUE(ends(grandchild));
}

TEST(Process, what_a_command_leaves_behind_does_not_hold_the_streams_open) {
  const auto before = steady_clock::now();
  const auto finished = run({"sh", "-c", "sleep 60 & echo $!"});
  ASSERT_TRUE(finished.ok()) << finished.error().message();
  EXPECT_TRUE(ends(std::stoi(finished->out)));
  EXPECT_LT(steady_clock::now() - before, seconds(10));
}

TEST(Process, what_left_the_group_does_not_hold_the_streams_open_either) {
  Process process = started({"sh", "-c", "setsid sh -c 'echo $$; exec sleep 60' & read line"});
  const pid_t left = std::stoi(line_of(process));
  process.send("go on\n");
  EXPECT_EQ(output_of(process), "");
  EXPECT_TRUE(process.wait(kLong)->success());
  EXPECT_EQ(::kill(left, SIGKILL), 0);
}

TEST(Process, quiet_is_not_the_end) {
  Process process = started({"cat"});
  std::string out;
  std::string err;
  EXPECT_EQ(process.pump(out, err, milliseconds(1)), Process::Pumped::kQuiet);
  process.send("late");
  EXPECT_EQ(process.pump(out, err, kLong), Process::Pumped::kData);
  process.close_input();
  EXPECT_EQ(output_of(process), "");
  EXPECT_EQ(out, "late");
  EXPECT_TRUE(process.wait(kLong)->success());
}

TEST(Process, inherits_nothing_but_its_streams) {
  const Descriptor open_here(::open("/dev/null", O_RDONLY));  // not marked close-on-exec
  ASSERT_TRUE(open_here.open());
  const auto finished = run({"test", "-e", "/proc/self/fd/" + std::to_string(open_here.number())});
  ASSERT_TRUE(finished.ok());
  EXPECT_EQ(finished->exit.code, 1);
}

TEST(Process, ends_when_the_program_that_started_it_is_killed) {
  int ends_of_pipe[2];
  ASSERT_EQ(::pipe(ends_of_pipe), 0);
  const pid_t driver = ::fork();
  if (driver == 0) {
    auto process = Process::start(Command{.argv = {"sleep", "60"}});
    const pid_t id = process.ok() ? process->id() : 0;
    [[maybe_unused]] const auto count = ::write(ends_of_pipe[1], &id, sizeof id);
    ::raise(SIGKILL);
  }
  pid_t child = 0;
  ASSERT_EQ(::read(ends_of_pipe[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  ASSERT_GT(child, 0);
  ASSERT_EQ(::waitpid(driver, nullptr, 0), driver);
  EXPECT_TRUE(ends(child));
}

}  // namespace
}  // namespace pilotage
