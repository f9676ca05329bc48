// SPDX-License-Identifier: Apache-2.0
// Makes a large store for timing `judge` and `report`: `make_big_store FOLDER [SEAL]`. Two platforms, 250,000 items, two
// paired metrics of each (1 M numbers that criteria read), and 4.5 M numbers a platform that no criterion reads: 10 M in all.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>

#include "evidence/store.h"

namespace pilotage {
namespace {

constexpr int64_t kItems = 250000;
constexpr int64_t kOthers = 4500000;
constexpr int64_t kBatch = 50000;

// Adds numbers and commits them in batches.
class Filler {
 public:
  Filler(Store& store, Sequence attempt) : store_(store), attempt_(attempt) {}
  Status add(std::string_view metric, std::string_view unit, int64_t item, double value) {
    observation_.metric = metric;
    observation_.unit = unit;
    observation_.item = std::to_string(item);
    observation_.value = value;
    TRY(store_.add(attempt_, observation_));
    return ++added_ % kBatch == 0 ? store_.commit() : Status(Done{});
  }

 private:
  Store& store_;
  Sequence attempt_;
  Observation observation_;
  int64_t added_ = 0;
};

Attempt attempt_of(const std::string& platform, const std::string& stage, const std::string& seal) {
  Attempt attempt;
  attempt.key = sha256_hex(platform + stage);
  attempt.seal = seal;
  attempt.stage = stage;
  attempt.platform = platform;
  attempt.workload = "search";
  attempt.probe = stage == "answers" ? "derive.retrieval" : "torch.time";
  return attempt;
}

Status fill(Store& store, const std::string& platform, const std::string& seal) {
  std::mt19937_64 random(platform.size());
  std::uniform_real_distribution<double> uniform;
  const Sequence answers = TRY(store.begin_attempt(attempt_of(platform, "answers", seal)));
  Filler scores(store, answers);
  for (int64_t item = 0; item < kItems; ++item) {
    TRY(scores.add("retrieval.recall_at_10", "1", item, uniform(random) < 0.7 ? 1 : 0));
    TRY(scores.add("retrieval.reciprocal_rank", "1", item, 1.0 / static_cast<double>(1 + random() % 20)));
  }
  TRY(store.end_attempt(answers, 60));
  const Sequence telemetry = TRY(store.begin_attempt(attempt_of(platform, "endurance", seal)));
  Filler others(store, telemetry);
  for (int64_t item = 0; item < kOthers; ++item) TRY(others.add("power.device", "W", item, 300 + uniform(random)));
  TRY(store.end_attempt(telemetry, 3600));
  return store.commit();
}

Status make(const std::filesystem::path& folder, const std::string& seal) {
  Store store = TRY(Store::open(folder, Access::kWrite));
  for (const auto* platform : {"reference", "candidate"}) TRY(fill(store, platform, seal));
  const auto summary = TRY(store.summary());
  fmt::print("{} observations, head {}\n", summary.observations, summary.head.hash);
  return Done{};
}

}  // namespace
}  // namespace pilotage

int main(int argc, char** argv) {
  if (argc < 2 || std::filesystem::exists(std::filesystem::path(argv[1]) / "evidence.db")) {
    fmt::print(stderr, "usage: make_big_store FOLDER [SEAL], without a store in FOLDER\n");
    return 2;
  }
  const auto done = pilotage::make(argv[1], argc > 2 ? argv[2] : "");
  if (done.ok()) return 0;
  fmt::print(stderr, "{}\n", done.error().message());
  return 3;
}
