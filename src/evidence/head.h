// SPDX-License-Identifier: Apache-2.0
// The head of a chain as text: `head.json` beside the store, inside bundles and `imported` records, on a command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "evidence/store.h"

namespace pilotage {

Json head_to_json(const Head& head);
// Exactly the members `hash` and `sequence`; anything else is kDamaged.
Result<Head> head_from_json(const Json& json);

// Nothing where there is no such file.
Result<std::optional<Head>> read_head_file(const std::filesystem::path& path);
Status write_head_file(const std::filesystem::path& path, const Head& head);

}  // namespace pilotage
