// SPDX-License-Identifier: Apache-2.0
#include "probe/repeats.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "stats/quantile.h"

namespace pilotage {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

// Seconds of one call, on the average of so many.
Result<double> time_calls(const std::function<Status()>& call, int64_t calls) {
  const auto start = steady_clock::now();
  for (int64_t i = 0; i < calls; ++i) TRY(call());
  return std::chrono::duration<double>(steady_clock::now() - start).count() / static_cast<double>(calls);
}

}  // namespace

Result<RepeatedTimes> time_repeats(const std::function<Status()>& call, int64_t repeats, nanoseconds warm_up,
                                   nanoseconds shortest) {
  constexpr int64_t kFewestWarmUps = 3;
  constexpr int64_t kMostCalls = 1'000'000;
  const auto until = steady_clock::now() + warm_up;
  double quickest = TRY(time_calls(call, 1));
  for (int64_t i = 1; i < kFewestWarmUps || steady_clock::now() < until; ++i) {
    quickest = std::min(quickest, TRY(time_calls(call, 1)));
  }
  const double wanted = std::chrono::duration<double>(shortest).count() / std::max(quickest, 1e-9);
  RepeatedTimes times{.calls = std::clamp<int64_t>(std::llround(std::ceil(wanted)), 1, kMostCalls), .seconds = {}};
  for (int64_t i = 0; i < repeats; ++i) times.seconds.push_back(TRY(time_calls(call, times.calls)));
  return times;
}

std::string median_text(const std::vector<double>& values, double scale) {
  constexpr double kAlpha = 0.025;  // on each side
  constexpr Fraction kHalf{1, 2};
  const auto median = nearest_rank_quantile(values, kHalf);
  if (!median.ok()) return fmt::format("no median of {} runs", values.size());
  const std::string text = fmt::format("median {:.4g}", *median / scale);
  const auto bounds = quantile_bounds(values, kHalf, kAlpha);
  if (!bounds.ok() || !bounds->lower || !bounds->upper) {
    return text + fmt::format(" of {} runs, too few for an interval", values.size());
  }
  return text + fmt::format(" (95 % interval {:.4g} to {:.4g} of {} runs)", *bounds->lower / scale,
                            *bounds->upper / scale, values.size());
}

}  // namespace pilotage
