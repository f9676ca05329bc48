// SPDX-License-Identifier: Apache-2.0
// How many observations a second come through the protocol into a store, one a line, from a real process:
// `bench_protocol FOLDER [COUNT]`. The folder must not exist. `bench_protocol --emit COUNT` is that process.
#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "measure.h"
#include "evidence/store.h"
#include "probe/runner.h"

namespace pilotage {
namespace {

void write_out(std::string& text) {
  (void)!::write(STDOUT_FILENO, text.data(), text.size());
  text.clear();
}

int emit(int64_t count) {
  std::string text = "{\"type\":\"hello\",\"protocol\":1,\"probe\":\"bench\",\"version\":\"1\",\"found\":{}}\n";
  for (int64_t i = 0; i < count; ++i) {
    text += fmt::format(
        "{{\"type\":\"observation\",\"metric\":\"embedding.cosine\",\"unit\":\"1\",\"item\":\"item-{}\","
        "\"value\":{}}}\n",
        i, static_cast<double>(i) * 0.001);
    if (text.size() > 60'000) write_out(text);
  }
  text += "{\"type\":\"done\"}\n";
  write_out(text);
  return 0;
}

Status ingest(const std::filesystem::path& folder, int64_t count) {
  Store store = TRY(Store::open(folder, Access::kWrite));
  const Sequence attempt = TRY(store.begin_attempt({}));
  const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
  const ProbeCommand command{.launcher = {}, .argv = {self, "--emit", std::to_string(count)}};
  const auto outcome = TRY(run_probe(command, {.probe = "bench", .device = "cpu"}, {}, store, attempt, {}));
  if (outcome.failure) return environment_error(outcome.failure->code + ": " + outcome.failure->message);
  fmt::print("{} observations in {:.2f} s: {:.0f} a second, peak memory {:.1f} MiB\n", count, outcome.seconds,
             static_cast<double>(count) / outcome.seconds, peak_mib());
  return Done{};
}

}  // namespace
}  // namespace pilotage

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--emit") return pilotage::emit(std::atoll(argv[2]));
  if (argc < 2 || std::filesystem::exists(argv[1])) {
    fmt::print(stderr, "usage: bench_protocol FOLDER [COUNT], FOLDER must not exist\n");
    return 2;
  }
  const auto done = pilotage::ingest(argv[1], argc > 2 ? std::atoll(argv[2]) : 1000000);
  if (done.ok()) return 0;
  fmt::print(stderr, "{}\n", done.error().message());
  return 3;
}
