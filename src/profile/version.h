// SPDX-License-Identifier: Apache-2.0
// Versions as accelerator stacks write them: `2.33.0`, `2.8.0+metax3.5.3.9`, `2.33.10.0-068180c7a`. Plain version rules
// misread the part after the `+`, which here says which stack a wheel was built for.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pilotage {

struct Version {
  std::vector<std::string> parts;  // of the public version, between dots: `2`, `8`, `0`
  std::string local;               // after the `+`, as written: `metax3.5.3.9`
};

// Never fails: what is no number stays a part as it is. A package revision (`-068180c7a`, `-1`) is no part.
Version parse_version(std::string_view text);

// The version's leading parts are those named: `3.12` fits 3.12.4 but not 3.1. A pattern with a local part asks for
// that local part in the same way: `2.8.0+metax3.5` fits `2.8.0+metax3.5.3.9`. A part `x` or `*` fits any.
// `>=525.60` fits that version and later ones, `<2.10` earlier ones. `+metax` alone fits any version with that local
// part.
bool version_fits(std::string_view pattern, std::string_view version);

// The first `count` parts agree; false where one has fewer.
bool leading_parts_agree(std::string_view a, std::string_view b, int64_t count);

// Part by part, numbers as numbers; a missing part is below any other. For releases and public versions.
std::strong_ordering compare_versions(std::string_view a, std::string_view b);

// The letters at the start of a local part, and the numbers behind them: `metax` and `3.5.3.9` of
// `metax3.5.3.9torch2.8`.
struct LocalPart {
  std::string letters;
  std::string numbers;
};
LocalPart split_local(std::string_view local);

}  // namespace pilotage
