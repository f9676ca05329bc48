// SPDX-License-Identifier: Apache-2.0
// Plots as inline SVG: an interval against its limit, and a bar of changed answers. They hold no text that somebody
// else chose but a unit, and say by word and shape what they say by colour.
#pragma once

#include <span>

#include "judge/verdict.h"
#include "report/answers.h"
#include "report/markup.h"

namespace pilotage {

struct Range {
  double low = 0;
  double high = 1;
};

// One scale for all judgements of a criterion, so that candidates can be compared by eye.
Range plot_range(std::span<const Judgement* const> judgements);

// Empty where the judgement has no value to draw.
Html interval_plot(const Judgement& judgement, const Range& range);

Html changed_bar(const ChangedAnswers& answers);

// What the plots refer to, once a page.
Html plot_patterns();

}  // namespace pilotage
