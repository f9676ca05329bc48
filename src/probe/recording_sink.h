// SPDX-License-Identifier: Apache-2.0
// RecordingSink: for tests, keeps everything that a probe said.
#pragma once

#include <string>
#include <vector>

#include "base/digest.h"
#include "probe/runner.h"

namespace pilotage {

struct RecordingSink : ProbeSink {
  std::vector<ProbeMessage> messages;
  std::string artifact_bytes;  // of the last artifact
  int64_t kept = 0;

  Status take(const ProbeMessage& message) override {
    messages.push_back(message);
    artifact_bytes.clear();
    return Done{};
  }
  Status take_bytes(std::string_view bytes) override {
    artifact_bytes += bytes;
    return Done{};
  }
  Result<bool> end_artifact() override {
    return sha256_hex(artifact_bytes) == std::get<ProbeArtifact>(messages.back()).sha256;
  }
  Status keep() override {
    ++kept;
    return Done{};
  }

  template <typename T>
  std::vector<T> all() const {
    std::vector<T> found;
    for (const auto& message : messages) {
      if (const auto* one = std::get_if<T>(&message)) found.push_back(*one);
    }
    return found;
  }
};

}  // namespace pilotage
