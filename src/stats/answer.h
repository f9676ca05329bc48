// SPDX-License-Identifier: Apache-2.0
// Answer<T>: what a statistic says: its value, or why there is none; and n in either case.
// A refusal is an ordinary answer about the sample, not an error of the program, hence not a Result.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include "base/check.h"

namespace pilotage {

// Why there is no number. The judge turns each into INCONCLUSIVE with these words.
enum class NoAnswer {
  kTooFew,       // fewer values (or resamples) than the statistic needs
  kNoSpread,     // all values equal but not zero: the error cannot be estimated
  kNotFinite,    // a NaN or an infinity went in, or the result leaves the range of double
  kNotPositive,  // a logarithm or ratio needs values above zero
  kAtEdge,       // the estimate lies at the edge of what resampling gives: no limit can be trusted
  kUnreachable,  // no sample of a practical size reaches the wanted power
  kBadArgument,  // alpha outside (0, 0.5), a negative count, unequal lengths, a margin that means nothing
};

// One sentence for a report, without a full stop.
std::string_view words(NoAnswer reason);

// A lower and an upper limit. Each alone is wrong with probability alpha at most; both together hold the confidence
// 1 - 2 alpha. Every function of this part takes alpha in this one meaning (see alpha.h).
struct Bounds {
  double lower = 0;
  double upper = 0;
};

// A template because every statistic has another value but the same two outcomes.
template <typename T>
class [[nodiscard]] Answer {
 public:
  Answer(T value, int64_t n) : state_(std::in_place_index<0>, std::move(value)), n_(n) {}
  Answer(NoAnswer reason, int64_t n) : state_(std::in_place_index<1>, reason), n_(n) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const { PILOTAGE_CHECK(ok()); return std::get<0>(state_); }
  const T& operator*() const { return value(); }
  const T* operator->() const { return &value(); }

  NoAnswer reason() const { PILOTAGE_CHECK(!ok()); return std::get<1>(state_); }
  // How many values (items, runs, trials) went in.
  int64_t n() const { return n_; }

 private:
  std::variant<T, NoAnswer> state_;
  int64_t n_ = 0;
};

}  // namespace pilotage
