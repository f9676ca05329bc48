// SPDX-License-Identifier: Apache-2.0
// The limits that a bootstrap would give, without drawing: for samples so large that drawing takes minutes and that the
// drawings' distribution is known to more digits than ten thousand drawings show.
#pragma once

#include <span>

#include "stats/bootstrap.h"

namespace pilotage {

// Approximate BCa limits (ABC). Refuses as paired_bootstrap does; `identical` is not looked for.
Answer<BootstrapBounds> analytic_bootstrap(std::span<const double> reference, std::span<const double> candidate,
                                           PairedStatistic statistic, double alpha);

}  // namespace pilotage
