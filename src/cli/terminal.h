// SPDX-License-Identifier: Apache-2.0
// Terminal: how a verb speaks. People get text on standard output and progress on standard error; programs (`--json`) get
// one object on standard output and nothing else there.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace pilotage {

enum class Speech { kPeople, kPrograms };

class Terminal {
 public:
  explicit Terminal(Speech speech);

  bool for_people() const { return speech_ == Speech::kPeople; }
  bool colour() const { return colour_; }

  // For people only; with an end of line. Control characters in it are made harmless.
  void say(std::string_view text);
  // The same for text that is harmless already and may hold colours.
  void paint(std::string_view text);
  // For programs only: the verb's one object.
  void give(const Json& object);
  // What is being done, with time left where it can be told. On a terminal one line that is written over; else at most
  // a line every ten seconds.
  void progress(std::string_view what, int64_t done, int64_t total, std::string_view detail);
  void end_progress();
  void complain(const Error& error);
  // Whether standard output took all that was said: asked once, at the end.
  Status all_was_written() const;

 private:
  Speech speech_;
  bool colour_ = false;
  bool live_ = false;        // standard error is a terminal
  bool line_open_ = false;
  std::string what_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point shown_;
};

}  // namespace pilotage
