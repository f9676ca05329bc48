// SPDX-License-Identifier: Apache-2.0
// The two kinds of paired rules, told apart by the numbers themselves: right or wrong, and everything else.
#pragma once

#include "judge/metric_traits.h"
#include "judge/pairing.h"
#include "judge/rules.h"
#include "stats/paired_binary.h"

namespace pilotage {

// Both sides 0 or 1: difference of the shares of items that are right, by Tango's interval.
void judge_table(const Question& question, const Pairs& pairs, Judgement& judgement);
// The same with a margin relative to the reference: ratio of the shares, by the score interval for pairs.
void judge_table_ratio(const Question& question, const Pairs& pairs, Judgement& judgement);
// Any numbers: difference or ratio of the means.
void judge_means(const Question& question, const Pairs& pairs, Judgement& judgement);

// Who is right on which items: 1 is right where larger is better, 0 where smaller is.
PairedTable table_of(const Pairs& pairs, Direction direction);
// a, b, c, d, lost, won, flip share and McNemar's test into the details.
void describe(const PairedTable& table, Json& details);
// `of 1850 items 3 were lost and 1 won (0.216216 % changed)`
std::string lost_and_won(const PairedTable& table);

}  // namespace pilotage
