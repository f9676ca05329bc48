// SPDX-License-Identifier: Apache-2.0
// InputWatcher: ends a native probe when its driver is gone, which the driver's end of standard input tells.
#pragma once

#include <thread>

#include "base/descriptor.h"

namespace pilotage {

// While it lives, a thread of its own reads the descriptor and ends the process with status 3 when its end comes, or
// when the driver's empty lines, of which one had come, stay away for a minute: a link can break without an end.
class InputWatcher {
 public:
  explicit InputWatcher(int descriptor);
  ~InputWatcher();
  InputWatcher(const InputWatcher&) = delete;
  InputWatcher& operator=(const InputWatcher&) = delete;

 private:
  Descriptor stop_;
  std::jthread thread_;
};

}  // namespace pilotage
