// SPDX-License-Identifier: Apache-2.0
// A requirement on a Python package, in the one form that rules are held against.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pilotage {

// `Flash_Attn[x] >= 2.5 ; python_version > "3.8"` becomes `flash-attn >=2.5`. An address that pip installs from is read
// for the name in it: `git+https://host/NVIDIA/apex.git` becomes `apex @git+https://host/NVIDIA/apex.git`. Nothing
// where the text is no requirement (an option, an empty line).
std::optional<std::string> package_text(std::string_view requirement);

// The same where name and version stand apart, as in lock files.
std::optional<std::string> package_text(std::string_view name, std::string_view version);

}  // namespace pilotage
