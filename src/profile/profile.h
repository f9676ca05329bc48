// SPDX-License-Identifier: Apache-2.0
// Profile: what is known of a stack, read from a folder under profiles/. Every fact says where it is from, when that
// was so, and how far it can be trusted; a fact without these is refused, because a report would have to take it on
// faith.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/units.h"

namespace pilotage {

enum class Confidence {
  kOfficial,  // the vendor's documentation
  kSnapshot,  // the vendor's public code at one date
  kReported,  // a third party
  kProbed,    // seen by a probe
};

struct Fact {
  std::string key;                // dotted, `compute.fp32`
  Quantity value;                 // in a base unit
  std::vector<std::string> when;  // features that the device must have, all of them
  std::string source;
  std::string date;  // YYYY-MM-DD: when the source said so
  Confidence confidence = Confidence::kReported;
  std::string note;  // may be empty
};

struct Profile {
  std::string name;
  std::string vendor;
  bool verified = false;  // on hardware
  std::vector<Fact> facts;

  std::vector<const Fact*> facts_of(std::string_view key) const;  // in the order of the file
};

// Reads `folder`/profile.toml. Every mistake at once, each `FILE:LINE:COLUMN: …`. The name must be the folder's.
Result<Profile> load_profile(const std::filesystem::path& folder);
Result<Profile> parse_profile(std::string_view text, const std::filesystem::path& file);

std::string_view word(Confidence confidence);

}  // namespace pilotage
