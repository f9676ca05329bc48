// SPDX-License-Identifier: Apache-2.0
// Mistakes of one file that people write (a plan, a profile), collected so that they meet all of them at once.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/toml.h"

namespace pilotage {

class Mistakes {
 public:
  void add(TomlPlace place, std::string text);
  bool empty() const { return mistakes_.empty(); }
  // There are more than anybody reads: no need to look further.
  bool full() const { return full_; }
  // One a line in the order of the file, each `FILE:LINE:COLUMN: text`.
  Error to_error(const std::filesystem::path& file, std::string hint);

 private:
  struct Mistake {
    TomlPlace place;
    std::string text;
  };
  std::vector<Mistake> mistakes_;
  bool full_ = false;
};

// `parse_toml`, its error in the same form.
Result<TomlNode> parse_toml_of(const std::filesystem::path& file, std::string_view text, std::string hint);

// Foreign text as it may stand in a message: quoted, control characters escaped, cut where it is long.
std::string shown(std::string_view text);
// `, did you mean "x"?`, or what is allowed where nothing is near and the list is short.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

}  // namespace pilotage
