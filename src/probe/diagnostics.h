// SPDX-License-Identifier: Apache-2.0
// DiagnosticsTail: the end of what a probe wrote to standard error, made fit for a record.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pilotage {

class DiagnosticsTail {
 public:
  static constexpr size_t kKept = 64 * 1024;

  void add(std::string_view bytes);
  // The last 64 KiB as valid UTF-8: what is none, and control characters but tab and line end, becomes U+FFFD.
  std::string text() const;
  // Its last line that is not blank, shortened to 200 bytes; empty where there is none.
  std::string last_line() const;

 private:
  std::string tail_;  // up to twice as much as is kept
};

// Any bytes as valid UTF-8, as above.
std::string as_utf8(std::string_view bytes);

}  // namespace pilotage
