// SPDX-License-Identifier: Apache-2.0
// verify: recomputes everything that a store claims about itself. Reads only; nothing of what it reads is executed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "evidence/store.h"

namespace pilotage {

struct VerifyReport {
  Head head;
  int64_t observations = 0;
  int64_t attempts = 0;
  int64_t complete_attempts = 0;
  int64_t imported_chains = 0;
  int64_t artifacts = 0;            // by digest, each once
  int64_t artifact_bytes = 0;
  std::vector<std::string> foreign; // files in the folder that no record names, sorted; they count for nothing
};

// The store in the folder: format, tables, SQLite's own integrity check, every record's hash from the first to the head,
// the rules among records, every artifact's size and digest, and that the chain contains the head of `head.json` and the
// `expected` one (from a bundle, a signature, a colleague). What is wrong is kDamaged and says where; the first thing
// found is told. Memory does not grow with the number of observations.
Result<VerifyReport> verify(const std::filesystem::path& folder, const std::optional<Head>& expected = std::nullopt);

}  // namespace pilotage
