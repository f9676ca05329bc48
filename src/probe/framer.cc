// SPDX-License-Identifier: Apache-2.0
// A line that arrived whole is handed out where it lies; only the start of one cut by a read is copied.
#include "probe/framer.h"

#include <algorithm>

#include "base/check.h"

namespace pilotage {

Framer::Piece Framer::next() {
  if (line_handed_out_) {
    line_.clear();
    line_handed_out_ = false;
  }
  if (too_long_) return {.kind = Kind::kTooLong};
  return awaiting_ ? next_bytes() : next_line();
}

void Framer::expect_bytes(int64_t count) {
  PILOTAGE_CHECK(!awaiting_ && count >= 0);
  awaiting_ = true;
  missing_ = count;
}

Framer::Piece Framer::next_bytes() {
  if (rest_.empty() && missing_ > 0) return {};
  const auto bytes = rest_.substr(0, static_cast<size_t>(std::min(missing_, static_cast<int64_t>(rest_.size()))));
  rest_.remove_prefix(bytes.size());
  missing_ -= static_cast<int64_t>(bytes.size());
  awaiting_ = missing_ > 0;
  return {.kind = Kind::kBytes, .bytes = bytes, .last = !awaiting_};
}

Framer::Piece Framer::next_line() {
  const size_t end = rest_.find('\n');
  const auto part = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line_.size() + part.size() > kLongestLine) {
    too_long_ = true;
    line_ = {};
    return {.kind = Kind::kTooLong};
  }
  if (end == std::string_view::npos) {
    line_ += part;
    return {};
  }
  if (line_.empty()) return {.kind = Kind::kLine, .bytes = part};
  line_ += part;
  line_handed_out_ = true;
  return {.kind = Kind::kLine, .bytes = line_};
}

}  // namespace pilotage
