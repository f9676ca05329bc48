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
#include "probe/message.h"

namespace pilotage {

struct ProbeRequest {
  std::string probe;
  std::string device;
  Json parameters = Json::object();
  std::map<std::string, std::string> environment = {};  // travels inside the request

  std::string line() const;  // the one JSON line, with its end of line
};

struct ProbeCommand {
  std::vector<std::string> launcher;  // prefix; empty: this machine
  std::vector<std::string> argv;      // the probe itself; quoted for the remote shell where the launcher is ssh
  std::string working_folder = {};    // of a local probe; empty: the driver's

  std::vector<std::string> full() const;  // the launcher with the probe behind it, as it is started
};

// What to do after a breach that leaves the output readable. `probe check` goes on, to list them all.
enum class AfterBreach { kStop, kGoOn };

struct ProbeLimits {
  std::chrono::milliseconds total = std::chrono::hours(1);
  std::chrono::milliseconds silence = std::chrono::minutes(10);  // between messages; artifact bytes count as one
  std::chrono::milliseconds grace = std::chrono::seconds(2);     // from the end of its input to SIGKILL
  std::chrono::milliseconds alive = std::chrono::seconds(2);     // an empty line is sent as often
  int64_t numbers = 100'000'000;                                 // observations, series values and messages together
  int64_t metrics = 10'000;                                      // bounds the memory for their units
  int64_t bytes = kLargestProbeArtifact;                         // of all output
  AfterBreach after_breach = AfterBreach::kStop;
};

struct ProbeOutcome {
  std::optional<ProbeFailure> failure = {};  // the first breach; none: `done` was said and the exit status was 0
  std::vector<ProbeFailure> breaches = {};   // all that were seen, the first among them; at most 100
  double seconds = 0;
  std::string diagnostics = {};  // the last 64 KiB of standard error
  Json found = {};               // of `hello`; null where there was none
  bool blocked = false;          // a blocking finding was among the messages
};

// Where the messages go. Two are ours: the store, and the list that `probe check` prints.
class ProbeSink {
 public:
  virtual ~ProbeSink() = default;
  // In the order in which they were said; `done`, `error` and progress are not among them.
  virtual Status take(const ProbeMessage& message) = 0;
  // The bytes of the artifact taken last.
  virtual Status take_bytes(std::string_view bytes) = 0;
  // All its bytes were taken. False: they are not those of its digest.
  virtual Result<bool> end_artifact() = 0;
  // Called about twice a second while something new was taken, and at the end: what came is to be kept.
  virtual Status keep() = 0;
};

// Runs it to its end. The error is the sink's; a command that cannot be started and what a bad probe does are a
// `failure` in the outcome.
Result<ProbeOutcome> run_probe(const ProbeCommand& command, const ProbeRequest& request, const ProbeLimits& limits,
                               ProbeSink& sink, const std::function<void(const Progress&)>& on_progress);

// Feeds everything but progress into the store under `attempt`, committing in batches. Does not end the attempt.
Result<ProbeOutcome> run_probe(const ProbeCommand& command, const ProbeRequest& request, const ProbeLimits& limits,
                               Store& store, Sequence attempt, const std::function<void(const Progress&)>& on_progress);

}  // namespace pilotage
