// SPDX-License-Identifier: Apache-2.0
#include "judge/statistic.h"

#include "stats/moments.h"

namespace pilotage {

std::optional<Fraction> fraction_of(Statistic statistic) {
  switch (statistic) {
    case Statistic::kMedian:
    case Statistic::kP50: return Fraction{1, 2};
    case Statistic::kP90: return Fraction{9, 10};
    case Statistic::kP95: return Fraction{95, 100};
    case Statistic::kP99: return Fraction{99, 100};
    case Statistic::kP999: return Fraction{999, 1000};
    default: return std::nullopt;
  }
}

Answer<double> statistic_of(std::span<const double> values, Statistic statistic) {
  if (const auto fraction = fraction_of(statistic)) return nearest_rank_quantile(values, *fraction);
  const auto all = moments(values);
  if (!all) return {all.reason(), all.n()};
  if (statistic == Statistic::kMin) return {all->min, all->n};
  if (statistic == Statistic::kMax) return {all->max, all->n};
  return {all->mean, all->n};
}

}  // namespace pilotage
