// SPDX-License-Identifier: Apache-2.0
// Whole files, read with a bound and written so that a crash leaves the old one or the new one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pilotage {

// Refuses files above `limit` bytes, folders and what cannot be read.
Result<std::string> read_file(const std::filesystem::path& path, uint64_t limit = uint64_t{1} << 30);

// An error where something other than a plain file has that name: a rename would put a file in the place of the pipe,
// the device (/dev/stdout) or the link.
Status check_replaceable(const std::filesystem::path& path);

// Writes beside the target, syncs, renames.
Status write_file(const std::filesystem::path& path, std::string_view content);

Status make_folder(const std::filesystem::path& path);

}  // namespace pilotage
