// SPDX-License-Identifier: Apache-2.0
// Bundle: the evidence of a pilot as one file, to be carried to somebody else. docs/evidence-format.md is its page.
//
// A bundle is one zstd frame over lines of canonical JSON and the raw bytes of artifacts. Reading one executes nothing
// and takes no path from it: artifacts are named by their digests alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "evidence/chain.h"
#include "evidence/record.h"
#include "evidence/store.h"
#include "evidence/verify.h"

namespace pilotage {

constexpr int64_t kBundleVersion = 1;

// Bytes as they come; 0 is the end.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual Result<size_t> read(std::span<char> into) = 0;
};

struct BundleHeader {
  Head head;                   // of the chain inside: as many records as its sequence says
  int64_t artifacts = 0;
  int64_t artifact_bytes = 0;  // of all of them together
};

// Who takes what a bundle holds, in its order: the header, the records, the artifacts sorted by digest. What arrives was
// checked as far as it goes; only when `read_bundle` returns is all of it right.
class BundleSink {
 public:
  virtual ~BundleSink() = default;
  virtual Status header(const BundleHeader& header) = 0;
  virtual Status record(const RecordView& record, const Digest& hash) = 0;
  virtual Status begin_artifact(const std::string& sha256, int64_t bytes) = 0;
  virtual Status artifact_bytes(std::string_view bytes) = 0;
  virtual Status end_artifact() = 0;
};

struct BundleContent {
  BundleHeader header;
  Structure::Tally tally;
  int64_t imported_chains = 0;
};

// Reads an unpacked bundle to its end: every record against chain and rules, the head, every artifact's size and digest,
// nothing missing, nothing more. Any mistake is kDamaged. Memory is bounded whatever the bytes are.
Result<BundleContent> read_bundle(ByteSource& unpacked, BundleSink& sink);

// The same store gives the same bytes (with the same zstd). Rechecks all that it writes. Commit before.
Result<Head> export_bundle(const Store& store, const std::filesystem::path& path);

// Everything that `verify` checks, of a bundle.
Result<VerifyReport> verify_bundle(const std::filesystem::path& path, const std::optional<Head>& expected = std::nullopt);

struct ImportReport {
  Head head;                           // of the bundle's chain
  std::vector<std::string> platforms;  // that have complete attempts in it, sorted
  int64_t observations = 0;
  int64_t artifacts = 0;
  bool recreated = false;              // the store was empty and is now the same chain
};

// Into an empty store: the same chain, record by record. Into another: an `imported` record with the bundle's head, then
// the whole chain under shifted numbers, which `verify` still holds against that head. Refused (kUsage): another seal, a
// platform that has complete attempts here already, an attempt that names a seal which was not in force. The bundle is read twice:
// nothing is written before all of it was found right. Commits, also what was
// written before; an error leaves nothing of the bundle.
Result<ImportReport> import_bundle(const std::filesystem::path& path, Store& store);

}  // namespace pilotage
