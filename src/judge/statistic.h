// SPDX-License-Identifier: Apache-2.0
// The statistics that a criterion may name, over one list of numbers.
#pragma once

#include <optional>
#include <span>

#include "plan/plan.h"
#include "stats/answer.h"
#include "stats/quantile.h"

namespace pilotage {

// The share below which the quantile lies; nothing for statistics that are no quantile.
std::optional<Fraction> fraction_of(Statistic statistic);

// Quantiles, the median among them, by nearest rank: a value that occurred. Mean and share are both the mean.
Answer<double> statistic_of(std::span<const double> values, Statistic statistic);

}  // namespace pilotage
