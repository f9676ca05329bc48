// SPDX-License-Identifier: Apache-2.0
// How many observations a second the store takes, with its memory: `bench_ingest FOLDER [COUNT]`. The folder must not
// exist; the figures go to standard output.
#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "measure.h"
#include "evidence/store.h"

namespace pilotage {
namespace {

constexpr int64_t kBatch = 10000;  // observations a commit, as the runner makes them

Status ingest(const std::filesystem::path& folder, int64_t count) {
  Store store = TRY(Store::open(folder, Access::kWrite));
  Attempt attempt;
  attempt.platform = "bench";
  const Sequence own = TRY(store.begin_attempt(attempt));
  Observation observation{.metric = "embedding.cosine", .unit = "1", .item = "", .run = 0, .value = 0};
  const auto start = std::chrono::steady_clock::now();
  const int64_t step = std::max<int64_t>(count / 5, 1);
  for (int64_t i = 0; i < count; ++i) {
    observation.item = "item-" + std::to_string(i);
    observation.value = static_cast<double>(i) * 0.001;
    TRY(store.add(own, observation));
    if (i % kBatch == kBatch - 1) TRY(store.commit());
    if (i % step == step - 1) fmt::print("{:>9} observations  peak memory {:.1f} MiB\n", i + 1, peak_mib());
  }
  TRY(store.end_attempt(own, 1));
  TRY(store.commit());
  const double seconds = seconds_since(start);
  fmt::print("{} observations in {:.2f} s: {:.0f} a second, commits of {}\n", count, seconds,
             static_cast<double>(count) / seconds, kBatch);
  return Done{};
}

}  // namespace
}  // namespace pilotage

int main(int argc, char** argv) {
  if (argc < 2 || std::filesystem::exists(argv[1])) {
    fmt::print(stderr, "usage: bench_ingest FOLDER [COUNT], FOLDER must not exist\n");
    return 2;
  }
  const auto done = pilotage::ingest(argv[1], argc > 2 ? std::atoll(argv[2]) : 1000000);
  if (done.ok()) return 0;
  fmt::print(stderr, "{}\n", done.error().message());
  return 3;
}
