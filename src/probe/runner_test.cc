// SPDX-License-Identifier: Apache-2.0
// Real processes all through: each fake probe is a small shell script that breaks one promise.
#include "probe/runner.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/file.h"
#include "probe/recording_sink.h"

namespace pilotage {
namespace {

using std::chrono::milliseconds;

constexpr auto kHello =
    R"(read request; echo '{"type":"hello","protocol":1,"probe":"p","version":"1","found":{"a":1}}'; )";
constexpr auto kOne = R"(echo '{"type":"observation","metric":"a","value":1,"unit":"1"}'; )";
constexpr auto kDone = R"(echo '{"type":"done"}'; )";
const ProbeLimits kQuick{.total = milliseconds(5000), .silence = milliseconds(5000), .grace = milliseconds(30)};

struct Ran {
  ProbeOutcome outcome;
  RecordingSink sink;
  std::string code() const { return outcome.failure ? outcome.failure->code : ""; }
};

Ran run(const std::string& script, const ProbeLimits& limits = kQuick, std::vector<std::string> launcher = {}) {
  Ran ran;
  const ProbeCommand command{.launcher = std::move(launcher), .argv = {"sh", "-c", script}};
  auto outcome = run_probe(command, {.probe = "p", .device = "cpu"}, limits, ran.sink, {});
  EXPECT_TRUE(outcome.ok());
  ran.outcome = std::move(outcome).value();
  return ran;
}

bool is_gone(const std::string& pid_text) {
  const pid_t pid = std::stoi(pid_text);
  for (int i = 0; i < 50; ++i) {
    const auto status = read_file("/proc/" + std::to_string(pid) + "/stat");
    if (!status.ok() || status->find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(milliseconds(2));
  }
  return false;
}

TEST(Runner, hands_on_what_a_good_probe_says) {
  const Ran ran = run(std::string(kHello) + kOne + "echo diagnostics >&2; " + kDone);
  EXPECT_EQ(ran.code(), "");
  EXPECT_EQ(ran.outcome.found.canonical(), "{\"a\":1}");
  EXPECT_EQ(ran.outcome.diagnostics, "diagnostics\n");
  EXPECT_EQ(ran.sink.all<Observation>().size(), 1u);
  EXPECT_GE(ran.sink.kept, 1);
}

TEST(Runner, gives_the_probe_its_request_on_one_line) {
  const Ran ran = run("read request; printf '%s' \"$request\" >&2");
  EXPECT_EQ(ran.outcome.diagnostics, R"({"device":"cpu","environment":{},"parameters":{},"probe":"p","protocol":1})");
}

TEST(Runner, names_broken_artifacts) {
  const std::string hello = kHello;
  const std::string artifact = R"(echo '{"type":"artifact","name":"x","media":"text/plain","bytes":100,"sha256":")" +
                               std::string(64, '0') + R"("}'; )";
  EXPECT_EQ(run(hello + artifact + "echo short").code(), "truncated_artifact");
  EXPECT_EQ(run(hello + artifact + "head -c 100 /dev/zero; " + kDone).code(), "wrong_digest");
}

TEST(Runner, names_what_is_no_message) {
  const std::string hello = kHello;
  EXPECT_EQ(run("echo garbage").code(), "not_json");
  EXPECT_EQ(run("head -c 3000 /dev/urandom | tr '\\n' x; echo").code(), "not_json");
  EXPECT_EQ(run(R"(echo '{"type":"hello","protocol":7}')").code(), "wrong_protocol");
  EXPECT_EQ(run(hello + R"(echo '{"type":"observation","metric":"a","value":NaN,"unit":"1"}')").code(), "not_json");
  EXPECT_EQ(run(hello + R"(echo '{"type":"observation","metric":"a","value":1}')").code(), "bad_message");
}

TEST(Runner, names_a_wrong_end) {
  const std::string hello = kHello;
  EXPECT_EQ(run(hello + kOne).code(), "no_done");
  EXPECT_EQ(run(hello + kDone + kOne).code(), "after_done");
  EXPECT_EQ(run(hello + kDone + "exit 3").code(), "exit_status");
  EXPECT_EQ(run(hello + "kill -SEGV $$").code(), "crashed");
  EXPECT_EQ(run(R"(echo '{"type":"error","code":"device","message":"none"}'; exit 3)").code(), "probe_error");
}

TEST(Runner, a_line_without_end_is_cut_off_early) {
  const Ran ran = run(std::string(kHello) + kOne + "head -c 1000000000 /dev/zero");
  EXPECT_EQ(ran.code(), "line_too_long");
  EXPECT_EQ(ran.sink.all<Observation>().size(), 1u);
}

TEST(Runner, endless_output_is_cut_off) {
  ProbeLimits limits = kQuick;
  limits.numbers = 1000;
  const Ran ran = run(std::string(kHello) + R"(yes '{"type":"log","level":"info","text":"again"}')", limits);
  EXPECT_EQ(ran.code(), "too_much_output");
  EXPECT_EQ(ran.sink.all<ProbeLog>().size(), 999u);
}

TEST(Runner, a_command_that_is_not_there_is_not_started) {
  RecordingSink sink;
  const auto outcome = run_probe({.launcher = {}, .argv = {"/no/such/probe"}}, {}, kQuick, sink, {});
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->failure->code, "not_started");
}

TEST(Runner, a_launcher_that_finds_no_command_is_explained) {
  const Ran ran = run("no-such-command");
  EXPECT_EQ(ran.code(), "no_hello");
  EXPECT_NE(ran.outcome.failure->message.find("127"), std::string::npos);
  EXPECT_NE(ran.outcome.failure->message.find("no-such-command"), std::string::npos);
  EXPECT_FALSE(ran.outcome.failure->hint.empty());
}

TEST(Runner, a_wedged_probe_that_ignores_signals_is_ended) {
  ProbeLimits limits = kQuick;
  limits.silence = milliseconds(40);
  const Ran ran =
      run(std::string("trap '' TERM HUP INT; ") + kHello + "echo $$ >&2; while :; do sleep 100; done", limits);
  EXPECT_EQ(ran.code(), "silence_limit");
  EXPECT_TRUE(is_gone(ran.outcome.diagnostics));
}

TEST(Runner, a_busy_probe_meets_the_time_limit) {
  ProbeLimits limits = kQuick;
  limits.total = milliseconds(50);
  limits.silence = milliseconds(40);
  const Ran ran = run(
      std::string(kHello) + R"(while :; do echo '{"type":"log","level":"info","text":""}'; sleep 0.01; done)", limits);
  EXPECT_EQ(ran.code(), "time_limit");
}

TEST(Runner, children_that_hold_the_output_are_ended_with_the_probe) {
  const Ran ran = run(std::string(kHello) + "sleep 100 & echo $! >&2; " + kDone);
  EXPECT_EQ(ran.code(), "");
  EXPECT_LT(ran.outcome.seconds, 3);
  EXPECT_TRUE(is_gone(ran.outcome.diagnostics));
}

TEST(Runner, behind_a_launcher_the_end_of_input_comes_before_the_kill) {
  ProbeLimits limits = kQuick;
  limits.silence = milliseconds(20);
  limits.grace = milliseconds(2000);
  const std::string script = std::string(kHello) + "cat >/dev/null; echo heard the end >&2";
  const Ran launched = run(script, limits, {"env"});
  EXPECT_EQ(launched.code(), "silence_limit");
  EXPECT_EQ(launched.outcome.diagnostics, "heard the end\n");
}

TEST(Runner, empty_lines_tell_the_probe_that_its_driver_lives) {
  ProbeLimits limits = kQuick;
  limits.alive = milliseconds(5);
  const Ran ran = run(std::string(kHello) + "read one; read two; echo \"[$one$two]\" >&2; " + kDone, limits);
  EXPECT_EQ(ran.code(), "");
  EXPECT_EQ(ran.outcome.diagnostics, "[]\n");
}

TEST(Runner, only_the_last_64_kib_of_diagnostics_are_kept_as_text) {
  const Ran ran =
      run(std::string(kHello) + "head -c 300000 /dev/zero | tr '\\0' a >&2; printf 'end\\377\\n' >&2; " + kDone);
  EXPECT_EQ(ran.code(), "");
  EXPECT_EQ(ran.outcome.diagnostics.size(), 64u * 1024 + 2);  // one byte became the three of U+FFFD
  EXPECT_TRUE(ran.outcome.diagnostics.ends_with("aend\xef\xbf\xbd\n"));
}

TEST(Runner, quotes_for_the_remote_shell_of_ssh_and_for_nothing_else) {
  const std::vector<std::string> argv = {"python3", "a b", "it's", "$HOME"};
  const ProbeCommand ssh{.launcher = {"/usr/bin/ssh", "-T", "host"}, .argv = argv};
  EXPECT_EQ(ssh.full(),
            (std::vector<std::string>{"/usr/bin/ssh", "-T", "host", "'python3'", "'a b'", "'it'\\''s'", "'$HOME'"}));
  const ProbeCommand srun{.launcher = {"srun", "-n2"}, .argv = argv};
  EXPECT_EQ(srun.full(), (std::vector<std::string>{"srun", "-n2", "python3", "a b", "it's", "$HOME"}));
}

TEST(Runner, the_quoting_survives_a_real_shell) {
  const ProbeCommand ssh{.launcher = {"ssh"}, .argv = {"printf", "%s|", "a b", "it's", "$HOME", "`id`", "\\", ""}};
  std::string line;
  const auto words = ssh.full();
  for (size_t i = 1; i < words.size(); ++i) line += (i > 1 ? " " : "") + words[i];  // as ssh joins them
  const Ran ran = run("{ " + line + "; } >&2");
  EXPECT_EQ(ran.outcome.diagnostics, "a b|it's|$HOME|`id`|\\||");
}

}  // namespace
}  // namespace pilotage
