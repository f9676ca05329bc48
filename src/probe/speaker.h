// SPDX-License-Identifier: Apache-2.0
// Speaker: how a native probe says something. One message a call, written at once, or nothing at all on ranks above 0.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "probe/message.h"

namespace pilotage {

// The line that says it, with its end of line. Of an artifact, the line alone.
std::string probe_line(const ProbeMessage& message);

enum class Voice { kSpeaks, kSilent };

class Speaker {
 public:
  // Writes to the descriptor, which is borrowed. Ends the process when nobody reads any more: the driver is gone.
  Speaker(int descriptor, Voice voice) : descriptor_(descriptor), voice_(voice) {}

  void say(const ProbeMessage& message);
  void observe(std::string_view metric, double value, std::string_view unit, std::string_view item = {},
               int64_t run = 0);
  void progress(int64_t done, int64_t total, std::string_view text);
  void log(std::string_view text);
  void warn(std::string_view text);
  void artifact(std::string_view name, std::string_view media, std::string_view bytes);

 private:
  void write(std::string_view bytes);

  int descriptor_;
  Voice voice_;
};

}  // namespace pilotage
