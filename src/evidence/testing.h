// SPDX-License-Identifier: Apache-2.0
// What the tests of the evidence part share: a folder that goes away, and a small real store.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/digest.h"
#include "evidence/store.h"

namespace pilotage {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    // In memory where that can be had: the disk's syncs are not what these tests are about.
    const std::filesystem::path memory = "/dev/shm";
    const auto root = ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
    std::string name = (root / "pilotage-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code code;
    std::filesystem::remove_all(path_, code);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

template <typename T>
T expect(Result<T> result) {
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message());
  if (!result.ok()) std::abort();
  return std::move(*result);
}

inline Store open_to_write(const std::filesystem::path& folder) { return expect(Store::open(folder, Access::kWrite)); }
inline Store open_to_read(const std::filesystem::path& folder) { return expect(Store::open(folder, Access::kRead)); }

inline Attempt attempt_on(const std::string& platform, const std::string& seal = {}) {
  Attempt attempt;
  attempt.key = sha256_hex(platform);
  attempt.seal = seal;
  attempt.stage = "answers";
  attempt.platform = platform;
  attempt.workload = "search";
  attempt.probe = "torch.run";
  attempt.shared.set("items", Json(3));
  attempt.own.set("threads", Json(2));
  attempt.started = "2026-01-02T03:04:05Z";
  return attempt;
}

inline void put_artifact(Store& store, Sequence attempt, const std::string& content) {
  const Artifact artifact{.attempt = attempt, .name = "outputs", .media = "text/plain", .sha256 = sha256_hex(content),
                          .bytes = static_cast<int64_t>(content.size())};
  auto writer = expect(store.new_artifact(artifact.sha256, artifact.bytes));
  expect(writer->write(content));
  expect(store.finish_artifact(attempt, std::move(writer), artifact));
}

// A complete attempt with `items` paired observations of two metrics and one artifact.
inline Sequence add_complete_attempt(Store& store, const std::string& platform, int items, const std::string& seal = {}) {
  const Sequence attempt = expect(store.begin_attempt(attempt_on(platform, seal)));
  expect(store.note(attempt, RecordKind::kHello, Json::object().set("version", "1")));
  for (int i = 0; i < items; ++i) {
    const std::string item = "q" + std::to_string(i);
    expect(store.add(attempt, {.metric = "retrieval.recall_at_10", .unit = "1", .item = item, .run = 0,
                               .value = static_cast<double>(i % 2)}));
    expect(store.add(attempt, {.metric = "latency.batch", .unit = "s", .item = item, .run = 0, .value = 0.1 * i}));
  }
  put_artifact(store, attempt, "outputs of " + platform);
  expect(store.end_attempt(attempt, 1.5));
  expect(store.commit());
  return attempt;
}

}  // namespace pilotage
