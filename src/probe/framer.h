// SPDX-License-Identifier: Apache-2.0
// Framer: cuts a probe's byte stream into lines and the raw bytes of artifacts, as the bytes arrive.
// Holds at most one unfinished line; artifact bytes pass through uncopied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pilotage {

class Framer {
 public:
  static constexpr size_t kLongestLine = size_t{4} << 20;

  enum class Kind {
    kLine,     // one line without its end
    kBytes,    // some of the bytes announced by `expect_bytes`; may be empty where none were announced
    kMore,     // everything fed so far has been handed out
    kTooLong,  // a line above the limit: nothing further can be cut, every later piece is this one again
  };
  struct Piece {
    Kind kind = Kind::kMore;
    std::string_view bytes = {};  // valid until the next call of any member
    bool last = false;            // of kBytes: the announced bytes are complete
  };

  // The bytes are borrowed until `next` has returned kMore, which it must before more are fed.
  void feed(std::string_view bytes) { rest_ = bytes; }
  Piece next();
  // After a line that announces an artifact: so many bytes follow it. Of none, one empty piece is still handed out.
  void expect_bytes(int64_t count);

  bool inside_line() const { return !line_.empty(); }
  bool inside_bytes() const { return awaiting_; }
  int64_t missing_bytes() const { return missing_; }

 private:
  Piece next_bytes();
  Piece next_line();

  std::string_view rest_;
  std::string line_;  // the start of a line whose end has not come
  bool line_handed_out_ = false;
  bool too_long_ = false;
  bool awaiting_ = false;  // inside an artifact
  int64_t missing_ = 0;    // bytes of it that have not come
};

}  // namespace pilotage
