// SPDX-License-Identifier: Apache-2.0
// ZstdWriter, ZstdReader: one zstd frame to and from a file, streamed.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "evidence/bundle.h"

namespace pilotage {

// Writes beside `path`; `finish` syncs and renames, without it nothing is left.
class ZstdWriter {
 public:
  static Result<ZstdWriter> create(const std::filesystem::path& path);
  ZstdWriter(ZstdWriter&&) noexcept;
  ~ZstdWriter();
  Status write(std::string_view bytes);
  Status finish();

 private:
  struct State;
  explicit ZstdWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Exactly one frame, whose window is bounded and whose checksum must be right; anything after it is an error.
class ZstdReader final : public ByteSource {
 public:
  static Result<ZstdReader> open(const std::filesystem::path& path);
  ZstdReader(ZstdReader&&) noexcept;
  ~ZstdReader() override;
  Result<size_t> read(std::span<char> into) override;

 private:
  struct State;
  explicit ZstdReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pilotage
