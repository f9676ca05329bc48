// SPDX-License-Identifier: Apache-2.0
// WriterLock: at most one writer of a store. The kernel drops it with the process, however that ends.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace pilotage {

class WriterLock {
 public:
  // The error names the process that holds it, on which host.
  static Result<WriterLock> take(const std::filesystem::path& path);
  // Whether somebody holds it now. Changes nothing, needs only the right to read; false where there is no such file.
  static bool is_held(const std::filesystem::path& path);

  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&&) = delete;
  ~WriterLock();

 private:
  explicit WriterLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace pilotage
