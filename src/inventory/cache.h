// SPDX-License-Identifier: Apache-2.0
// ScanCache: what the last scan of a tree found, so that files which have not changed are not read again. A file is the
// same where path, size, inode and time of change are, and where not, when its content has the same digest. Written
// with other rules or by another version, or damaged, it counts as empty: nothing is ever believed because it is old.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "inventory/reader.h"
#include "inventory/walk.h"

namespace pilotage {

// What is known of one file. `language` is nothing where it was not read: not a language of ours, binary, too large.
struct CachedFile {
  WalkedFile file;
  std::string digest;  // of the content; empty where it was not read
  std::optional<Language> language;
  int64_t parsed_bytes = 0;
  std::vector<Finding> findings;
  char skipped = ' ';  // b binary, l large, o other, u unreadable
};

class ScanCache {
 public:
  // Reads what is there for this tree and these rules. `folder`: nothing for no cache.
  ScanCache(const std::optional<std::filesystem::path>& folder, const std::filesystem::path& root,
            const RuleBook& book);

  // Null where it is not known, or may have changed.
  const CachedFile* find(const WalkedFile& file) const;
  const CachedFile* find_content(const std::string& digest, const std::string& path) const;
  // Best effort: where it cannot be written, the next scan is as slow as this one.
  void write(const std::vector<CachedFile>& files) const;

 private:
  void read(std::string_view text);

  std::filesystem::path place_;  // empty: none
  std::string head_;             // first line of the file
  int64_t written_ns_ = 0;
  size_t rules_ = 0;
  std::unordered_map<std::string, CachedFile> by_path_;
  std::unordered_map<std::string, const CachedFile*> by_content_;
};

}  // namespace pilotage
