// SPDX-License-Identifier: Apache-2.0
// A source tree's files in one order for everybody: by name, folder by folder. Links are not followed, .git and what
// .gitignore names is left out, nothing is opened but the .gitignore files themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace pilotage {

struct WalkedFile {
  std::string path;  // relative to the root, with '/'; the root itself is "" where it is a file
  int64_t bytes = 0;
  int64_t changed_ns = 0;  // when content or name last changed, by the file system's clock
  uint64_t inode = 0;
};

struct Walked {
  std::filesystem::path root;  // absolute, links in it resolved
  std::vector<WalkedFile> files;
  int64_t ignored = 0;     // files and folders that .gitignore names
  int64_t links = 0;       // not followed
  int64_t unreadable = 0;  // folders that could not be opened
};

// A usage error where `path` is neither a folder nor a file.
Result<Walked> walk(const std::filesystem::path& path);

// The file on disk.
std::filesystem::path place_of(const Walked& walked, const WalkedFile& file);

}  // namespace pilotage
