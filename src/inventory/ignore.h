// SPDX-License-Identifier: Apache-2.0
// IgnoreFile: one .gitignore as git reads it: the last pattern that fits a path decides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pilotage {

class IgnoreFile {
 public:
  // `folder` is where the file lies, relative to the root of the walk: "" or ending in '/'.
  IgnoreFile(std::string folder, std::string_view text);

  enum class Says { kIgnored, kKept };
  // Of a path relative to the root of the walk. Nothing where no pattern fits. Who asks about a file has asked about
  // its folders before: git never looks into an ignored one.
  std::optional<Says> says_of(std::string_view path, bool is_folder) const;

 private:
  struct Pattern {
    std::string glob;  // without the marks at its ends
    bool negated = false;
    bool folders_only = false;
    bool anchored = false;  // to the folder of the file; else it may fit at any depth
  };
  void add(std::string_view line);

  std::string folder_;
  std::vector<Pattern> patterns_;
};

// Whether a path fits a glob of git: `*` and `?` stop at '/', `**` between slashes does not; `[a-z]`, `[!a-z]`, `\*`.
bool fits_glob(std::string_view glob, std::string_view path);

}  // namespace pilotage
