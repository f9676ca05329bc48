// SPDX-License-Identifier: Apache-2.0
// scan: a source tree held against rules. Reads files, runs nothing, needs no profile to be valid beyond its rules.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "inventory/reader.h"
#include "inventory/walk.h"

namespace pilotage {

struct ScannedFile {
  std::string path;  // relative to the root
  Language language = Language::kPython;
  int64_t bytes = 0;
  std::vector<Finding> findings;  // never empty

  // Documentation is listed apart: it ties people, not code.
  bool is_documentation() const { return language == Language::kMarkdown; }
};

struct ScanCounts {
  int64_t files = 0;         // read
  int64_t bytes = 0;         // of them
  int64_t parsed_bytes = 0;  // of those beyond the search for literals
  int64_t cached_files = 0;  // taken from the last scan
  int64_t other_files = 0;   // in no language that is read
  int64_t binary_files = 0;
  int64_t large_files = 0;  // above `kLargestFile`
  int64_t unreadable = 0;
  int64_t ignored = 0;  // named by .gitignore
  int64_t links = 0;    // not followed
};

struct ScanResult {
  std::filesystem::path root;
  ScanCounts counts;
  std::vector<ScannedFile> files;  // those with findings, by path
};

struct ScanOptions {
  int threads = 0;                                                 // 0: as many as there are cores
  std::optional<std::filesystem::path> cache;                      // a folder; nothing: no cache
  std::function<void(int64_t done, int64_t total)> progress = {};  // called by one thread at a time
};

inline constexpr int64_t kLargestFile = int64_t{4} << 20;

Result<ScanResult> scan(const std::filesystem::path& path, const Rules& rules, const ScanOptions& options);

}  // namespace pilotage
