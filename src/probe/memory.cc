// SPDX-License-Identifier: Apache-2.0
// Definition: bytes as STREAM counts them (two or three 8-byte words an element) by the time of one loop over arrays of
// at least four times the last-level cache, as STREAM's run rules ask.
#include "probe/memory.h"

#include <fmt/core.h>

#include <thread>

#include "probe/host.h"
#include "probe/parameters.h"
#include "probe/repeats.h"
#include "probe/stream.h"
#include "probe/topology.h"

namespace pilotage {
namespace {

constexpr int64_t kMib = 1 << 20;
constexpr int64_t kArrays = 3;

// What STREAM's rule asks for here; 64 MiB where the caches are not known.
int64_t recommended_mib() {
  const auto topology = read_topology();
  if (!topology || !topology->last_level_cache_bytes) return 64;
  return std::max<int64_t>(4 * *topology->last_level_cache_bytes / kMib, 64);
}

std::optional<ProbeError> lack_of_memory(int64_t mib) {
  const auto available = available_memory();
  if (!available || kArrays * mib * kMib <= *available) return std::nullopt;
  return ProbeError{
      .code = "memory",
      .message = fmt::format("three arrays of {} MiB do not fit the {} MiB that are free", mib, *available / kMib),
      .hint = "ask for smaller arrays with the parameter \"mib\""};
}

void say_kernel(size_t kernel, int64_t elements, const std::vector<double>& seconds, Speaker& speaker) {
  const auto& [name, words] = kStreamKernels[kernel];
  std::vector<double> rates;
  for (const double one : seconds) rates.push_back(static_cast<double>(words * 8 * elements) / one);
  for (size_t run = 0; run < rates.size(); ++run) {
    speaker.observe(fmt::format("memory.{}.bandwidth", name), rates[run], "B/s", {}, static_cast<int64_t>(run));
  }
  speaker.log(fmt::format("{}: {} GB/s", name, median_text(rates, 1e9)));
}

void say_values(int64_t wrong, Speaker& speaker) {
  speaker.observe("memory.wrong_values", static_cast<double>(wrong), "1");
  if (wrong == 0) return;
  speaker.say(ProbeFinding{.rule = "memory.values",
                           .klass = "unknown",
                           .text = fmt::format("{} values in memory are not what was computed", wrong),
                           .place = "",
                           .blocking = true});
}

}  // namespace

std::optional<ProbeError> run_memory_probe(const ProbeRequest& request, Speaker& speaker) {
  const int64_t recommended = recommended_mib();
  const auto all_threads = static_cast<int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  Parameters parameters(request.parameters);
  const int64_t mib = parameters.integer("mib", recommended, {1, int64_t{1} << 20});
  const int64_t threads = parameters.integer("threads", all_threads, {1, 4096});
  const int64_t repeats = parameters.integer("repeats", 20, {1, 200});  // the values grow 15-fold a round
  if (auto mistake = parameters.mistake()) return mistake;
  if (request.device != "cpu") return ProbeError{.code = "device", .message = "memory measures the device cpu only"};
  if (auto lack = lack_of_memory(mib)) return lack;
  Json found = Json::object();
  found.set("mib", mib).set("recommended_mib", recommended).set("threads", threads);
  speaker.say(ProbeHello{
      .protocol = kProbeProtocol, .probe = "memory", .version = PILOTAGE_VERSION, .found = std::move(found)});
  if (mib < recommended) {
    speaker.warn(
        fmt::format("arrays of {} MiB are smaller than four times the last-level cache ({} MiB): some of this is "
                    "the bandwidth of caches",
                    mib, recommended));
  }
  const int64_t elements = mib * kMib / 8;
  const StreamResult result = run_stream(elements, threads, repeats);
  for (size_t kernel = 0; kernel < kStreamKernels.size(); ++kernel)
    say_kernel(kernel, elements, result.seconds[kernel], speaker);
  say_values(result.wrong_values, speaker);
  return std::nullopt;
}

}  // namespace pilotage
