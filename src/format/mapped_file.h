// SPDX-License-Identifier: Apache-2.0
// MappedFile: a file's bytes without reading them into memory, so that it may be larger than that.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "base/result.h"

namespace pilotage {

// The file must not be cut while it is mapped: the kernel answers a read beyond its end with SIGBUS.
class MappedFile {
 public:
  static Result<MappedFile> open(const std::filesystem::path& path);
  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }  // valid as long as the object, moves included

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

}  // namespace pilotage
