// SPDX-License-Identifier: Apache-2.0
// What comes into a profile later: a vendor's table of operators in Markdown, and the result of a probe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace pilotage {

// Said of every row of an imported table.
struct TableOrigin {
  std::string source;
  std::string date;
};

struct ImportedRows {
  Profile rows;                             // nothing but rows
  std::vector<std::string> not_understood;  // words of status or dtype that say nothing to us, once each
};

// Every table of the page that has a column of operators: `operator`, `op` or `api`. Other columns are found by their
// headings: status or eager, compile, dtype, fallback, note. Words of status that are not known become `unknown` and
// are named in `not_understood`. A usage error `FILE:LINE:COLUMN: …` where no table has operators or a row has no name.
Result<ImportedRows> read_operator_table(std::string_view markdown, const std::filesystem::path& file,
                                         const TableOrigin& origin);

// One JSON object: `profile`, `date`, `source`, and a list of rows for each kind, with the keys of the profile's own
// files. Every row becomes `probed`.
Result<ImportedRows> read_probe_result(std::string_view json, const std::filesystem::path& file,
                                       std::string_view profile);

// The newer rows, then the older ones: of two with the same origin and date the earlier row is gone by.
Profile with_older_rows(Profile newer, const Profile& older);

}  // namespace pilotage
