// SPDX-License-Identifier: Apache-2.0
// Store: the evidence of one pilot. Append-only records in SQLite, each carrying the hash of the one before it, and
// files named by their SHA-256. docs/evidence-format.md is the page of the format.
//
// Shape: a `case` record opens an attempt at one case and says everything about it that its numbers share (stage,
// platform, workload, conditions, request, seal). What the probe said follows, each record naming that attempt. A
// `done` record completes it; an attempt without one was broken off and counts for nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/json.h"
#include "base/result.h"
#include "evidence/record.h"

namespace pilotage {

struct Observation {
  std::string metric;
  std::string unit;
  std::string item = {};  // may be empty
  int64_t run = 0;
  double value = 0;
};

// An attempt as its `case` record and its end describe it.
struct Attempt {
  Sequence sequence = 0;          // of its `case` record
  std::string key;                // digest of request, entry, data, environment lock and seal
  std::string seal;               // digest of the seal in force; empty: exploratory
  std::string stage;
  std::string platform;
  std::string against;            // derived pair metrics: the other platform
  std::string workload;           // may be empty
  std::string probe;              // `gemm`, `torch.run`; derived: `derive.retrieval`, …
  int64_t run = 0;
  Json shared = Json::object();   // shared conditions
  Json own = Json::object();      // own conditions
  Json request = Json::object();
  std::string environment_lock;   // digest; empty where none is known yet
  std::vector<std::string> origin;  // derived: digests of the artifacts it was computed from
  std::string started;            // UTC; for people, never for order
  bool complete = false;
  double seconds = 0;             // how long it took, from its end record
};

// What a record carries beside numbers. `body` is canonical JSON, its shape by kind in docs/evidence-format.md.
struct Note {
  Sequence sequence = 0;
  Sequence attempt = 0;           // 0: belongs to none
  RecordKind kind = RecordKind::kLog;
  Json body;
};

struct Artifact {
  Sequence attempt = 0;
  std::string name;
  std::string media;
  std::string sha256;
  int64_t bytes = 0;
};

struct Head {
  Sequence sequence = 0;          // 0: empty chain
  std::string hash;               // 64 hex digits; all zero where the chain is empty
};

struct StoreSummary {
  Head head;
  int64_t observations = 0;
  int64_t artifacts = 0;
};

// Where one artifact's bytes go while they arrive; `finish` checks the digest and gives the file its name.
class ArtifactWriter {
 public:
  virtual ~ArtifactWriter() = default;
  virtual Status write(std::string_view bytes) = 0;
};

enum class Access { kRead, kWrite };

class Store {
 public:
  // Makes the folder when writing. A second writer, a read-only folder, another format version and a file that is no
  // store are errors with a hint. Reading never changes anything and executes nothing that it reads.
  static Result<Store> open(const std::filesystem::path& folder, Access access);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  const std::filesystem::path& folder() const;

  // ---- writing; one transaction a `commit`, what was not committed is not there ----
  Result<Sequence> begin_attempt(const Attempt& attempt);
  Status add(Sequence attempt, const Observation& observation);
  Result<Sequence> note(Sequence attempt, RecordKind kind, const Json& body);
  Status end_attempt(Sequence attempt, double seconds);                       // `done`
  Status fail_attempt(Sequence attempt, double seconds, const Json& reason);  // `failed`
  Status commit();
  // Forgets what was written since the last commit, also after a write failed. Attempts that were open stay broken off.
  Status roll_back();
  // Streams into a file beside, checks size and digest, renames, records. Bytes that are there already are kept once.
  Result<std::unique_ptr<ArtifactWriter>> new_artifact(std::string_view sha256, int64_t bytes);
  Status finish_artifact(Sequence attempt, std::unique_ptr<ArtifactWriter> writer, const Artifact& artifact);

  // ---- reading ----
  Result<std::vector<Attempt>> attempts() const;                     // in order of the chain, complete or not
  // In order of the chain. Of kSeal only those of this chain itself: an imported chain brings the same seal in force, and
  // its own record of it must not make what was recorded here look older than the seal.
  Result<std::vector<Note>> notes(RecordKind kind) const;
  Result<std::vector<std::string>> metrics(Sequence attempt) const;  // sorted
  // In order of the chain. What is rechecked, here and in every function above: that each record's hash is that of all its
  // fields and of the hash stored with its predecessor, so a changed field is kDamaged; and that a completed or failed
  // attempt has as many observations of the metric as its end counted. Not rechecked: the chain from there to its first
  // record and to its head. `verify` recomputes all of it.
  Result<std::vector<Observation>> observations(Sequence attempt, std::string_view metric) const;
  Result<std::vector<Artifact>> artifacts(Sequence attempt) const;
  std::filesystem::path artifact_path(std::string_view sha256) const;
  Result<StoreSummary> summary() const;

  // ---- whole records, for bundles ----
  // All of them in order, the chain recomputed from the first on.
  Status each_record(const std::function<Status(const RecordView&)>& take) const;
  // A record as it stands; only its sequence is set here. What breaks the rules of a chain is refused.
  Status append(const RecordView& record);
  // Gives an artifact its name without a record of it.
  Status keep_artifact(std::unique_ptr<ArtifactWriter> writer);

 private:
  struct Connection;
  explicit Store(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

}  // namespace pilotage
