// SPDX-License-Identifier: Apache-2.0
#include "judge/metric_traits.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace pilotage {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
// Cosines come from rounded arithmetic and may leave [-1, 1] by a little.
constexpr double kCosineSlack = 1e-6;

enum class Kind { kShare, kOther };

struct Row {
  std::string_view word;  // what one of the dotted parts of the name starts with
  Direction direction;
  double low;
  double high;
  Kind kind;
};

using enum Direction;

// The first row that fits counts.
constexpr Row kRows[] = {
    {"recall", kLargerIsBetter, 0, 1, Kind::kShare},
    {"precision", kLargerIsBetter, 0, 1, Kind::kShare},
    {"accuracy", kLargerIsBetter, 0, 1, Kind::kShare},
    {"exact_match", kLargerIsBetter, 0, 1, Kind::kShare},
    {"pass_at", kLargerIsBetter, 0, 1, Kind::kShare},
    {"agreement", kLargerIsBetter, 0, 1, Kind::kShare},
    {"reciprocal_rank", kLargerIsBetter, 0, 1, Kind::kOther},
    {"ndcg", kLargerIsBetter, 0, 1, Kind::kOther},
    {"f1", kLargerIsBetter, 0, 1, Kind::kOther},
    {"cosine", kLargerIsBetter, -1 - kCosineSlack, 1 + kCosineSlack, Kind::kOther},
    {"throughput", kLargerIsBetter, 0, kNoLimit, Kind::kOther},
    {"goodput", kLargerIsBetter, 0, kNoLimit, Kind::kOther},
    {"bandwidth", kLargerIsBetter, 0, kNoLimit, Kind::kOther},
    {"flops", kLargerIsBetter, 0, kNoLimit, Kind::kOther},
    {"flip_rate", kSmallerIsBetter, 0, 1, Kind::kShare},
    {"error_rate", kSmallerIsBetter, 0, 1, Kind::kShare},
    {"failure_rate", kSmallerIsBetter, 0, 1, Kind::kShare},
    {"relative_l2", kSmallerIsBetter, 0, kNoLimit, Kind::kOther},
    {"error", kSmallerIsBetter, -kNoLimit, kNoLimit, Kind::kOther},
    {"loss", kSmallerIsBetter, -kNoLimit, kNoLimit, Kind::kOther},
    {"perplexity", kSmallerIsBetter, 0, kNoLimit, Kind::kOther},
    {"kl", kSmallerIsBetter, -kNoLimit, kNoLimit, Kind::kOther},
    {"latency", kSmallerIsBetter, 0, kNoLimit, Kind::kOther},
    {"ttft", kSmallerIsBetter, 0, kNoLimit, Kind::kOther},
    {"tpot", kSmallerIsBetter, 0, kNoLimit, Kind::kOther},
    {"cost", kSmallerIsBetter, -kNoLimit, kNoLimit, Kind::kOther},
};

bool has_part(std::string_view metric, std::string_view word) {
  for (size_t start = 0; start <= metric.size();) {
    if (metric.substr(start).starts_with(word)) return true;
    const size_t dot = metric.find('.', start);
    if (dot == std::string_view::npos) return false;
    start = dot + 1;
  }
  return false;
}

const Row* row_of(std::string_view metric) {
  const auto* row =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& one) { return has_part(metric, one.word); });
  return row == std::end(kRows) ? nullptr : row;
}

bool is_one_of(std::string_view unit, std::initializer_list<std::string_view> units) {
  return std::find(units.begin(), units.end(), unit) != units.end();
}

bool is_spent(std::string_view unit) {
  return is_time(unit) ||
         is_one_of(unit, {"B", "KiB", "MiB", "GiB", "J", "kJ", "Wh", "kWh", "W", "kW", "EUR", "USD", "CNY"});
}

}  // namespace

Direction direction_of(std::string_view metric, std::string_view unit) {
  if (const Row* row = row_of(metric)) return row->direction;
  return is_spent(unit) ? kSmallerIsBetter : kLargerIsBetter;
}

std::optional<PossibleRange> possible_range(std::string_view metric, std::string_view unit) {
  if (unit == "%") return PossibleRange{0, 100};
  if (const Row* row = row_of(metric)) return PossibleRange{row->low, row->high};
  if (is_time(unit) || is_rate(unit)) return PossibleRange{0, kNoLimit};
  return std::nullopt;
}

bool is_share(std::string_view metric) {
  const Row* row = row_of(metric);
  return row != nullptr && row->kind == Kind::kShare;
}

bool is_time(std::string_view unit) { return is_one_of(unit, {"s", "ms", "us", "µs", "ns", "min", "h"}); }

bool is_rate(std::string_view unit) {
  return unit.ends_with("/s") || is_one_of(unit, {"FLOPS", "GFLOPS", "TFLOPS", "TOPS"});
}

}  // namespace pilotage
