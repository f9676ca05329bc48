// SPDX-License-Identifier: Apache-2.0
#include "stats/answer.h"

namespace pilotage {

std::string_view words(NoAnswer reason) {
  switch (reason) {
    case NoAnswer::kTooFew: return "too few values";
    case NoAnswer::kNoSpread: return "no spread: all values are equal, so their error cannot be estimated";
    case NoAnswer::kNotFinite: return "a value is not finite";
    case NoAnswer::kNotPositive: return "a ratio needs values above zero";
    case NoAnswer::kAtEdge: return "the estimate lies at the edge of what resampling gives";
    case NoAnswer::kUnreachable: return "no sample of a practical size would decide";
    case NoAnswer::kBadArgument: return "an argument is outside its range";
  }
  return "unknown";
}

}  // namespace pilotage
