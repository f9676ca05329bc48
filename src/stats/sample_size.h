// SPDX-License-Identifier: Apache-2.0
// SampleSize: how many items a rule over counts needs. Counts make its power a saw: it rises in jumps and sinks a
// little between them, so that there are two answers.
#pragma once

#include <cstdint>

namespace pilotage {

struct SampleSize {
  int64_t first = 0;    // the smallest n whose power is as wanted; a larger one may fall short again
  int64_t lasting = 0;  // the n from which on it never falls short: what a plan should quote
};

// The first whole number for which `condition` holds, given one where it does not and a larger one where it does.
// A template because each caller has its own condition: false up to some number, true from there on.
template <typename Condition>
int64_t first_true(int64_t known_false, int64_t known_true, Condition condition) {
  while (known_true - known_false > 1) {
    const int64_t middle = known_false + (known_true - known_false) / 2;
    (condition(middle) ? known_true : known_false) = middle;
  }
  return known_true;
}

}  // namespace pilotage
