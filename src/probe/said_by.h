// SPDX-License-Identifier: Apache-2.0
// said_by: for tests, runs a native probe in this process and reads back what it said.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/text.h"
#include "probe/native.h"

namespace pilotage {

// What a probe says in answer to a request, message by message; each line must keep the protocol.
inline std::vector<ProbeMessage> said_by(decltype(NativeProbe::run) probe, const ProbeRequest& request, Voice voice) {
  const Descriptor file(::memfd_create("said", 0));
  Speaker speaker(file.number(), voice);
  if (const auto error = probe(request, speaker)) speaker.say(*error);
  std::string said(static_cast<size_t>(::lseek(file.number(), 0, SEEK_END)), '\0');
  EXPECT_EQ(::pread(file.number(), said.data(), said.size(), 0), static_cast<ssize_t>(said.size()));
  std::vector<ProbeMessage> messages;
  for (const auto& line : split(said, '\n')) {
    if (line.empty()) continue;
    auto parsed = parse_probe_message(line);
    EXPECT_TRUE(std::holds_alternative<ProbeMessage>(parsed)) << line;
    if (auto* message = std::get_if<ProbeMessage>(&parsed)) messages.push_back(std::move(*message));
  }
  return messages;
}

}  // namespace pilotage
