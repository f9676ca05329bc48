// SPDX-License-Identifier: Apache-2.0
// RecordView: one record of the chain as it is written, read, hashed and carried in bundles, and the hash over it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/result.h"

namespace pilotage {

// Stored as numbers: frozen, only added to.
enum class RecordKind : int {
  kSeal = 1,
  kCase = 2,         // opens an attempt
  kHello = 3,
  kObservation = 4,
  kFinding = 5,
  kLog = 6,
  kArtifact = 7,
  kDone = 8,         // completes the attempt
  kFailed = 9,       // the attempt ended without completing; body: code, message, hint
  kNotRun = 10,      // a case that was not run; body: case and reason
  kRefusal = 11,     // evidence that may not count; body: code, text, what it concerns
  kImported = 12,    // the head of another chain that was taken in
  kStopped = 13,     // the run stopped at its budget or a stop condition; body: reason
};
constexpr RecordKind kLastKind = RecordKind::kStopped;

using Sequence = int64_t;  // of a record, from 1

// Every field of a record but its hash. An observation has no body; everything else has nothing but kind, attempt and body.
struct RecordView {
  Sequence sequence = 0;
  Sequence attempt = 0;        // 0: belongs to none
  RecordKind kind = RecordKind::kLog;
  std::string_view metric = {};
  std::string_view unit = {};
  std::string_view item = {};
  int64_t run = 0;
  double value = 0;            // finite, never -0
  std::string_view body = {};  // canonical JSON
};

// Longest texts that a record may hold; the bounds of every reader follow from them.
constexpr size_t kMaxWordBytes = 256;       // metric, unit
constexpr size_t kMaxItemBytes = 64 << 10;
constexpr size_t kMaxBodyBytes = 16 << 20;  // four times the longest protocol line

// The hash of a record over the hash of the one before it, in the layout of docs/evidence-format.md. Reuse one object
// for a whole chain: it then allocates nothing.
class RecordHash {
 public:
  Digest of(const Digest& previous, const RecordView& record);

 private:
  Sha256 sha_;
  std::string buffer_;
};

// The bytes of a digest, as texts and blobs are handed around.
inline std::string_view bytes_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace pilotage
