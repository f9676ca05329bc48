// SPDX-License-Identifier: Apache-2.0
// SHA-256, the one digest of the project: records, artifacts, data, plans.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pilotage {

using Digest = std::array<uint8_t, 32>;

// Many pieces into one digest. Reusable: `finish` starts afresh, so a chain of hashes allocates nothing.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Digest sha256(std::string_view bytes);
std::string to_hex(const Digest& digest);           // 64 lower-case letters
Result<Digest> digest_from_hex(std::string_view hex);
std::string sha256_hex(std::string_view bytes);
// Streams the file: memory does not grow with its size.
Result<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace pilotage
