// SPDX-License-Identifier: Apache-2.0
// The lines of a bundle, written and read. What is read is written again and must be the same text, so there is one
// form for each record and a bundle that was read gives the same bundle when it is written.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "evidence/bundle.h"

namespace pilotage {

inline constexpr std::string_view kBundleEnd = "{\"end\":true}";
// A body stands raw on a line of its own; six bytes for a byte is the worst that quoting does to an item.
constexpr size_t kMaxBundleLine = kMaxBodyBytes;

std::string header_line(const BundleHeader& header);
Result<BundleHeader> header_of_line(std::string_view line);

std::string artifact_line(std::string_view sha256, int64_t bytes);

// Everything of a record but its sequence, which is its place, and its body, which is the next line.
void append_record_line(std::string& out, const RecordView& record);

// A record that owns its texts.
struct RecordLine {
  RecordView fields;
  std::string metric;
  std::string unit;
  std::string item;
  RecordView view() const;  // borrows from here
};
Result<RecordLine> record_of_line(std::string_view line, Sequence sequence);

}  // namespace pilotage
