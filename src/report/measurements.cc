// SPDX-License-Identifier: Apache-2.0
#include "report/measurements.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "stats/alpha.h"
#include "stats/quantile.h"

namespace pilotage {
namespace {

constexpr Fraction kHalf{1, 2};
constexpr double kConfidence = 0.95;

// Numbers of a page are read by people: a metric with more groups than this is shown as one.
constexpr size_t kMostGroups = 16;

// Probes that measure a few named things, each several times, name their numbers `thing/repetition`.
std::string group_of(const std::string& item) {
  const size_t slash = item.rfind('/');
  return slash == std::string::npos ? std::string() : item.substr(0, slash);
}

using Groups = std::map<std::string, std::vector<double>>;

Groups grouped(const std::vector<Observation>& observations) {
  Groups groups;
  for (const auto& one : observations) groups[group_of(one.item)].push_back(one.value);
  if (groups.size() <= kMostGroups) return groups;
  Groups together;
  for (const auto& one : observations) together[""].push_back(one.value);
  return together;
}

double median_of(const std::vector<double>& values) {
  const auto median = interpolated_quantile(values, kHalf);
  return median ? *median : values.front();
}

// What several runs measured of one thing, with the numbers of each.
struct Gathered {
  Measurement measurement;
  std::vector<std::vector<double>> runs;
};

class Collection {
 public:
  void add(const Attempt& attempt, const Observation& first, const std::string& group, std::vector<double> values) {
    const std::string key =
        attempt.platform + '\n' + attempt.workload + '\n' + attempt.probe + '\n' + first.metric + '\n' + group;
    const auto [place, is_new] = places_.emplace(key, all_.size());
    if (is_new) {
      all_.push_back({{.stage = attempt.stage,
                       .platform = attempt.platform,
                       .workload = attempt.workload,
                       .probe = attempt.probe,
                       .metric = first.metric,
                       .item = group,
                       .unit = first.unit},
                      {}});
    }
    all_[place->second].runs.push_back(std::move(values));
  }

  std::vector<Measurement> take() {
    std::vector<Measurement> measurements;
    for (auto& [measurement, runs] : all_) {
      std::vector<double> values = runs.front();
      measurement.of_runs = runs.size() > 1;
      if (measurement.of_runs) {
        values.clear();
        for (const auto& run : runs) values.push_back(median_of(run));
      }
      summarise(std::move(values), measurement);
      measurements.push_back(std::move(measurement));
    }
    std::ranges::stable_sort(measurements, {}, [](const Measurement& one) {
      return std::tuple(one.stage != "basics", one.metric, one.item);
    });
    return measurements;
  }

 private:
  std::vector<Gathered> all_;
  std::map<std::string, size_t> places_;
};

bool is_shown(const Attempt& attempt, const std::string& seal) {
  return attempt.complete && attempt.seal == seal && (attempt.stage == "basics" || attempt.stage == "serving");
}

// Of attempts at the same case (under another environment, say) the newest, in order of the chain.
std::vector<const Attempt*> shown(const std::vector<Attempt>& attempts, const std::string& seal) {
  std::map<std::tuple<std::string, std::string, std::string, std::string, int64_t>, const Attempt*> newest;
  for (const auto& one : attempts) {
    if (is_shown(one, seal)) newest[{one.stage, one.platform, one.workload, one.probe, one.run}] = &one;
  }
  std::vector<const Attempt*> in_order;
  for (const auto& [key, attempt] : newest) in_order.push_back(attempt);
  std::ranges::sort(in_order, {}, &Attempt::sequence);
  return in_order;
}

}  // namespace

void summarise(std::vector<double> values, Measurement& measurement) {
  measurement.n = static_cast<int64_t>(values.size());
  measurement.median = median_of(values);
  measurement.least = *std::ranges::min_element(values);
  measurement.greatest = *std::ranges::max_element(values);
  measurement.confidence = kConfidence;
  const auto bounds = quantile_bounds(values, kHalf, two_sided_alpha(kConfidence));
  if (!bounds || !bounds->lower || !bounds->upper) return;
  measurement.low = bounds->lower;
  measurement.high = bounds->upper;
  measurement.confidence = bounds->coverage;
}

Result<std::vector<Measurement>> measurements_of(const std::vector<Attempt>& attempts, const std::string& seal,
                                                 const Store& store) {
  Collection collection;
  for (const Attempt* attempt : shown(attempts, seal)) {
    for (const auto& metric : TRY(store.metrics(attempt->sequence))) {
      const auto observations = TRY(store.observations(attempt->sequence, metric));
      if (observations.empty()) continue;
      for (auto& [group, values] : grouped(observations)) {
        collection.add(*attempt, observations.front(), group, std::move(values));
      }
    }
  }
  return collection.take();
}

}  // namespace pilotage
