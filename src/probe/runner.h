// SPDX-License-Identifier: Apache-2.0
// Runs one probe through a launcher, speaks the protocol with it, and hands on what it says.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "evidence/store.h"

namespace pilotage {

struct ProbeRequest {
  std::string probe;
  std::string device;
  Json parameters = Json::object();
  std::map<std::string, std::string> environment;  // travels inside the request

  std::string line() const;  // the one JSON line, with its end of line
};

struct ProbeCommand {
  std::vector<std::string> launcher;  // prefix; empty: this machine
  std::vector<std::string> argv;      // the probe itself; quoted for the remote shell where the launcher is ssh
  std::string working_folder;         // of a local probe; empty: the driver's
};

struct ProbeLimits {
  std::chrono::seconds total{3600};
  std::chrono::seconds silence{600};
};

// A breach of the protocol or of a limit, under its code of docs/probe-protocol.md.
struct ProbeFailure {
  std::string code;
  std::string message;
  std::string hint;
};

struct ProbeOutcome {
  std::optional<ProbeFailure> failure;  // none: `done` was said and the exit status was 0
  double seconds = 0;
  std::string diagnostics;              // the last 64 KiB of standard error
  Json found;                           // of `hello`; null where there was none
  bool blocked = false;                 // a blocking finding was among the messages
};

struct Progress {
  int64_t done = 0;
  int64_t total = 0;
  std::string text;
};

// Feeds everything but progress into the store under `attempt`, committing in batches. The error is the store's (a full
// disk, …) or "cannot start"; what a bad probe does is a `failure` in the outcome. Does not end the attempt.
Result<ProbeOutcome> run_probe(const ProbeCommand& command, const ProbeRequest& request, const ProbeLimits& limits,
                               Store& store, Sequence attempt, const std::function<void(const Progress&)>& on_progress);

}  // namespace pilotage
