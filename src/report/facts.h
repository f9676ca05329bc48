// SPDX-License-Identifier: Apache-2.0
// Facts: what the report shows of a pilot's evidence beside the verdict. Plain values, filled by `gather` and nobody
// else, so that pages and files are functions of values and can be tested without a store.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "evidence/store.h"
#include "plan/plan.h"

namespace pilotage {

enum class CaseState { kCompleted, kFailed, kBrokenOff, kNotRun };

inline std::string_view word(CaseState state) {
  switch (state) {
    case CaseState::kCompleted: return "completed";
    case CaseState::kFailed: return "failed";
    case CaseState::kBrokenOff: return "broken off";
    case CaseState::kNotRun: break;
  }
  return "not run";
}

// One case of a stage: the last attempt at it, or the note that says why there is none.
struct CaseFact {
  std::string stage;
  std::string platform;
  std::string workload;  // may be empty
  std::string probe;
  int64_t run = 0;
  CaseState state = CaseState::kNotRun;
  std::optional<double> seconds;
  std::string reason;  // of what failed or was not run
};

// One metric on one platform, summarised: of a case with many numbers these, of several runs the runs' medians.
struct Measurement {
  std::string stage;
  std::string platform;
  std::string workload;  // may be empty
  std::string probe;
  std::string metric;
  std::string item;  // of probes that measure a few named things; may be empty
  std::string unit;
  int64_t n = 0;         // numbers summarised: single ones, or medians of runs
  bool of_runs = false;  // true: n counts runs
  double median = 0;
  double least = 0;
  double greatest = 0;
  std::optional<double> low;  // order-statistic interval of the median; absent where n is too small for it
  std::optional<double> high;
  double confidence = 0.95;  // of that interval
};

// A fact that a probe said in `hello`, flattened: `cpu.model` -> `…`.
struct EnvironmentFact {
  std::string platform;
  std::string probe;
  std::string name;
  std::string value;
};

// Something that happened and that a reader must know: a finding, a refusal, a stop, a warning.
struct EventFact {
  std::string kind;      // finding, refusal, stopped, warning, imported
  std::string platform;  // may be empty
  std::string stage;     // may be empty
  std::string text;
};

struct ArtifactFact {
  std::string platform;
  std::string probe;
  std::string name;
  std::string media;
  std::string sha256;
  int64_t bytes = 0;
};

// The data of one workload as the seal names it.
struct DataFact {
  std::string workload;
  std::string path;  // as the plan writes it
  std::string sha256;
  int64_t items = 0;
};

struct Facts {
  Head head;
  int64_t observations = 0;
  int64_t artifacts_total = 0;
  int64_t attempts_total = 0;
  int64_t attempts_of_other_seals = 0;  // exploratory, or of a seal that is no longer in force
  std::string last_started;             // UTC of the newest attempt; empty: none
  std::string sealed;                   // UTC; empty: not sealed
  std::string signer;                   // public key; empty: not signed
  std::vector<CaseFact> cases;          // in order of the chain, what was not run last
  std::vector<Measurement> measurements;
  std::vector<EnvironmentFact> environment;
  std::vector<EventFact> events;
  std::vector<ArtifactFact> artifacts;  // at most kMostArtifacts
  std::vector<DataFact> data;
};

// A page that lists more files than this is read by nobody; the store names them all.
inline constexpr size_t kMostArtifacts = 200;

// Reads records' heads and the few series that the report shows; never the numbers behind the criteria.
// `seal`: digest of the one in force, empty where there is none.
Result<Facts> gather(const std::string& seal, const Store& store);

}  // namespace pilotage
