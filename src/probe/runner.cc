// SPDX-License-Identifier: Apache-2.0
// One loop: move bytes, hand them to the conversation, look at the clocks. A breach ends the probe's whole process
// group. Behind a launcher the end of its input goes first, with a short grace: it crosses ssh, srun and kubectl to
// where the probe really runs, which a SIGKILL of the local end does not always do.
#include "probe/runner.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/process.h"
#include "probe/conversation.h"
#include "probe/diagnostics.h"

namespace pilotage {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kKeepEvery(
    500);  // a commit costs a disk sync; half a second of numbers is what a crash may cost
constexpr milliseconds kUnkillable(5000);  // for a process that a device holds in the kernel

std::string_view basename(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// POSIX shell: between single quotes everything is itself, but a single quote.
std::string shell_quoted(std::string_view word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

double seconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

class Run {
 public:
  Run(Process process, const ProbeLimits& limits, bool launched, ProbeSink& sink,
      const std::function<void(const Progress&)>& on_progress)
      : process_(std::move(process)),
        limits_(limits),
        launched_(launched),
        sink_(sink),
        conversation_(limits, sink, on_progress) {}

  Result<ProbeOutcome> to_the_end(const std::string& request) {
    process_.send(request);
    while (!conversation_.over() && pumped_ != Process::Pumped::kEnded) TRY(step());
    finish();
    TRY(sink_.keep());
    return outcome();
  }

 private:
  Status step() {
    pump(next_wait());
    TRY(conversation_.feed(out_));
    if (conversation_.heard() != heard_) {
      heard_ = conversation_.heard();
      last_heard_ = steady_clock::now();
    }
    check_clocks();
    return keep_if_due();
  }

  void pump(milliseconds wait) {
    out_.clear();
    err_.clear();
    pumped_ = process_.pump(out_, err_, wait);
    diagnostics_.add(err_);
  }

  // Until something of ours is due, at most.
  milliseconds next_wait() const {
    const auto due = std::min(
        {start_ + limits_.total, last_heard_ + limits_.silence, last_alive_ + limits_.alive, last_keep_ + kKeepEvery});
    return std::clamp(std::chrono::ceil<milliseconds>(due - steady_clock::now()), milliseconds(1), kKeepEvery);
  }

  void check_clocks() {
    const auto now = steady_clock::now();
    const std::string state = conversation_.ended() ? ", though its last message was said" : "";
    if (now >= start_ + limits_.total) {
      conversation_.end_by("time_limit", fmt::format("still running after {} s{}", in_seconds(limits_.total), state));
    } else if (now >= last_heard_ + limits_.silence) {
      conversation_.end_by("silence_limit", fmt::format("silent for {} s{}", in_seconds(limits_.silence), state));
    }
    if (now >= last_alive_ + limits_.alive) {
      process_.send("\n");
      last_alive_ = now;
    }
  }

  Status keep_if_due() {
    if (steady_clock::now() < last_keep_ + kKeepEvery) return Done{};
    if (kept_ != heard_) TRY(sink_.keep());
    kept_ = heard_;
    last_keep_ = steady_clock::now();
    return Done{};
  }

  void finish() {
    if (conversation_.over()) return stop();
    const auto left = std::chrono::ceil<milliseconds>(start_ + limits_.total - steady_clock::now());
    const auto exit = process_.wait(std::clamp(left, milliseconds(1), limits_.silence));
    if (exit) return conversation_.finish(*exit, diagnostics_.last_line());
    conversation_.end_by("time_limit", "closed its output but did not end");
    stop();
  }

  void stop() {
    process_.close_input();
    const auto until = steady_clock::now() + (launched_ ? limits_.grace : milliseconds(0));
    while (steady_clock::now() < until && pumped_ != Process::Pumped::kEnded) pump(milliseconds(20));
    process_.kill_group();
    process_.wait(kUnkillable);
    if (pumped_ != Process::Pumped::kEnded) pump(milliseconds(0));  // its last words
  }

  ProbeOutcome outcome() const {
    ProbeOutcome out{.breaches = conversation_.breaches(),
                     .seconds = seconds_since(start_),
                     .diagnostics = diagnostics_.text(),
                     .found = conversation_.found(),
                     .blocked = conversation_.blocked()};
    if (!out.breaches.empty()) out.failure = out.breaches.front();
    return out;
  }

  static double in_seconds(milliseconds time) { return static_cast<double>(time.count()) / 1000; }

  Process process_;
  ProbeLimits limits_;
  bool launched_;
  ProbeSink& sink_;
  Conversation conversation_;
  DiagnosticsTail diagnostics_;
  std::string out_;
  std::string err_;
  Process::Pumped pumped_ = Process::Pumped::kQuiet;
  int64_t heard_ = 0;
  int64_t kept_ = 0;
  steady_clock::time_point start_ = steady_clock::now();
  steady_clock::time_point last_heard_ = start_;
  steady_clock::time_point last_alive_ = start_;
  steady_clock::time_point last_keep_ = start_;
};

}  // namespace

std::string ProbeRequest::line() const {
  Json variables = Json::object();
  for (const auto& [name, value] : environment) variables.set(name, value);
  Json request = Json::object();
  request.set("protocol", kProbeProtocol).set("probe", probe).set("device", device).set("parameters", parameters);
  request.set("environment", std::move(variables));
  return request.canonical() + '\n';
}

std::vector<std::string> ProbeCommand::full() const {
  const bool remote_shell = !launcher.empty() && basename(launcher.front()) == "ssh";
  std::vector<std::string> words = launcher;
  for (const auto& word : argv) words.push_back(remote_shell ? shell_quoted(word) : word);
  return words;
}

Result<ProbeOutcome> run_probe(const ProbeCommand& command, const ProbeRequest& request, const ProbeLimits& limits,
                               ProbeSink& sink, const std::function<void(const Progress&)>& on_progress) {
  auto process = Process::start({.argv = command.full(), .folder = command.working_folder});
  if (!process.ok()) {
    const Error& error = process.error();
    const ProbeFailure failure{"not_started", error.message(), error.hint()};
    return ProbeOutcome{.failure = failure, .breaches = {failure}};
  }
  Run run(std::move(process).value(), limits, !command.launcher.empty(), sink, on_progress);
  return run.to_the_end(request.line());
}

}  // namespace pilotage
