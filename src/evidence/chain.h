// SPDX-License-Identifier: Apache-2.0
// ChainCheck: a whole chain, record by record from its first. `verify` feeds it from the store, bundles from their file.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "evidence/record.h"
#include "evidence/store.h"
#include "evidence/structure.h"

namespace pilotage {

class ChainCheck {
 public:
  // Takes the next record and gives its hash. Errors are kDamaged and name the record.
  Result<Digest> accept(const RecordView& record);
  // Nothing may be missing at the end.
  Status finish() const;

  Sequence sequence() const { return sequence_; }
  Head head() const { return {.sequence = sequence_, .hash = to_hex(digest_)}; }
  const Structure& structure() const { return structure_; }
  int64_t imported() const { return imported_; }

 private:
  // A chain that was taken in whole: its records stand here under shifted numbers and still give its own head.
  struct Inner {
    Sequence offset = 0;
    Sequence left = 0;
    Digest digest{};
    Digest expected{};
  };
  Status accept_inner(Inner& inner, RecordView record);
  Status begin_inner(const RecordView& record);

  RecordHash hash_;
  Sequence sequence_ = 0;
  Digest digest_{};
  Structure structure_;
  std::vector<Inner> inner_;
  int64_t imported_ = 0;
};

}  // namespace pilotage
