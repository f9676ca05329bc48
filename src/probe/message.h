// SPDX-License-Identifier: Apache-2.0
// One line of the probe protocol as a typed value: what a probe may say, read strictly (docs/probe-protocol.md).
// Pure: no process, no store. Anything that the page does not allow is refused under the code that the page gives it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "evidence/store.h"

namespace pilotage {

constexpr int64_t kProbeProtocol = 1;
constexpr int64_t kLargestProbeArtifact = int64_t{64} << 30;

// A breach of the protocol or of a limit, under its code of docs/probe-protocol.md.
struct ProbeFailure {
  std::string code;
  std::string message;
  std::string hint = {};
};

struct ProbeHello {
  int64_t protocol = 0;
  std::string probe;
  std::string version;
  Json found = Json::object();  // lasting facts only
};

struct Progress {
  int64_t done = 0;
  int64_t total = 0;
  std::string text;
};

struct ProbeSeries {
  std::string metric;
  std::string unit;
  std::vector<std::string> items;  // empty: named by position
  int64_t run = 0;
  std::vector<double> values;  // at least one
};

struct ProbeFinding {
  std::string rule;
  std::string klass;  // `device change`, `adaptation`, `development`, `unknown`
  std::string text;
  std::string place;  // may be empty
  bool blocking = false;
};

struct ProbeLog {
  std::string level;  // `info`, `warning`
  std::string text;
};

// Its raw bytes follow the line.
struct ProbeArtifact {
  std::string name;  // a label without slashes, not a path
  std::string media;
  int64_t bytes = 0;
  std::string sha256;
};

struct ProbeDone {};

struct ProbeError {
  std::string code;
  std::string message;
  std::string hint = {};
};

using ProbeMessage = std::variant<Observation, ProbeSeries, ProbeHello, Progress, ProbeFinding, ProbeLog, ProbeArtifact,
                                  ProbeDone, ProbeError>;

// A message that keeps every rule that one line can keep, or the failure `not_json` or `bad_message`.
std::variant<ProbeMessage, ProbeFailure> parse_probe_message(std::string_view line);
// The same without the fast road for observations: for the tests that hold the two against each other.
std::variant<ProbeMessage, ProbeFailure> parse_probe_message_strictly(std::string_view line);

// The start of a line for a diagnosis: at most 80 bytes, what is not printable ASCII as \xNN.
std::string excerpt(std::string_view line);

}  // namespace pilotage
