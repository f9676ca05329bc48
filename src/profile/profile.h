// SPDX-License-Identifier: Apache-2.0
// Profile: what is known of a stack, read from a folder under profiles/. Every row says where it is from, when that was
// so, and how far it can be trusted; a row without these is refused, because a report would have to take it on faith.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "profile/row.h"

namespace pilotage {

struct Profile {
  std::string name;
  std::string vendor;
  bool verified = false;  // on hardware
  std::vector<DetectRow> detects;
  std::vector<Fact> facts;
  std::vector<ComponentRow> components;
  std::vector<ReleaseRow> releases;
  std::vector<ChipRow> chips;
  std::vector<FigureRow> figures;
  std::vector<OperatorRow> operators;
  std::vector<FeatureRow> features;
  std::vector<CollectiveRow> collectives;
  std::vector<VariableRow> variables;
  std::vector<WheelRow> wheels;
  std::vector<LocalVersionRow> local_versions;
  std::vector<ToolRow> tools;
  std::vector<ErrorCodeRow> errors;
  std::vector<DefectRow> defects;

  std::vector<const Fact*> facts_of(std::string_view key) const;  // in the order of the file
};

// Reads profile.toml of `folder` and the other files that are there. Every mistake at once, each `FILE:LINE:COLUMN: …`.
// The name must be the folder's. What was probed or imported lies in files of its own and holds any kind of row.
Result<Profile> load_profile(const std::filesystem::path& folder);
// One file alone, as if it were all of a profile; which kinds of row it may hold follows from its name.
Result<Profile> parse_profile(std::string_view text, const std::filesystem::path& file);
// The names of the profiles that `folder` holds, sorted.
Result<std::vector<std::string>> profile_names(const std::filesystem::path& folder);

}  // namespace pilotage
