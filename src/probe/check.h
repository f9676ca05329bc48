// SPDX-License-Identifier: Apache-2.0
// `pilotage probe check`: tries a user's probe against the protocol and lists what it said and every breach.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "probe/runner.h"

namespace pilotage {

struct SaidMetric {
  std::string metric;
  std::string unit;
  int64_t count = 0;
  double smallest = 0;
  double largest = 0;
};

// Whether the end of its input ends the probe. It cannot be told of one that is done within seconds anyway.
enum class EndOfInput { kObeyed, kIgnored, kTooQuickToTell };

struct ProbeCheck {
  ProbeOutcome outcome;                // of the whole run; its `breaches` are part of those below
  std::vector<ProbeFailure> breaches;  // none: the probe keeps the protocol
  std::optional<ProbeHello> hello = {};
  std::vector<SaidMetric> metrics = {};  // in the order in which they were first named
  std::vector<ProbeFinding> findings = {};
  std::vector<ProbeLog> logs = {};
  std::vector<ProbeArtifact> artifacts = {};
  int64_t progress = 0;  // messages of it
  EndOfInput end_of_input = EndOfInput::kTooQuickToTell;
};

// Runs the probe to its end, then once more to see whether the end of its input ends it. Keeps nothing.
// A run that took less than `too_quick` is not tried a second time: a launcher alone can take seconds to start and end.
Result<ProbeCheck> check_probe(const ProbeCommand& command, const ProbeRequest& request, ProbeLimits limits,
                               std::chrono::milliseconds too_quick = std::chrono::seconds(4));

// The documented JSON shape of `pilotage probe check --json`.
Json probe_check_to_json(const ProbeCheck& check);

}  // namespace pilotage
