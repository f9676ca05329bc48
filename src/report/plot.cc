// SPDX-License-Identifier: Apache-2.0
#include "report/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/words.h"

namespace pilotage {
namespace {

// Units of the drawing; a page scales it to its column.
constexpr double kWidth = 400;
constexpr double kHeight = 104;
constexpr double kLeft = 12;
constexpr double kRight = 388;
constexpr double kTop = 32;
constexpr double kBottom = 70;
constexpr double kMiddle = (kTop + kBottom) / 2;

std::string digits(double value) { return fmt::format("{:.1f}", value); }

class Ruler {
 public:
  explicit Ruler(const Range& range) : range_(range) {}
  double at(double value) const {
    const double share = (value - range_.low) / (range_.high - range_.low);
    return kLeft + std::clamp(share, 0.0, 1.0) * (kRight - kLeft);
  }
  const Range& range() const { return range_; }

 private:
  Range range_;
};

Html line(std::string_view style, double x1, double y1, double x2, double y2) {
  return element(
      "line",
      {{"class", std::string(style)}, {"x1", digits(x1)}, {"y1", digits(y1)}, {"x2", digits(x2)}, {"y2", digits(y2)}},
      "");
}

Html box(std::string_view style, double x, double y, double width, double height) {
  return element("rect",
                 {{"class", std::string(style)},
                  {"x", digits(x)},
                  {"y", digits(y)},
                  {"width", digits(width)},
                  {"height", digits(height)}},
                 "");
}

// A label that stays inside the drawing: near an edge it grows away from it.
Html label(std::string_view style, double x, double y, std::string_view words) {
  const char* anchor = x < kWidth / 4 ? "start" : x > kWidth * 3 / 4 ? "end" : "middle";
  return element("text", {{"class", std::string(style)}, {"x", digits(x)}, {"y", digits(y)}, {"text-anchor", anchor}},
                 text(words));
}

// Where "no difference" lies on the scale of the value; none for limits on a plain level.
std::optional<double> no_difference(Rule rule) {
  switch (rule) {
    case Rule::kNonInferior:
    case Rule::kEquivalent: return 0;
    case Rule::kRatioAtLeast:
    case Rule::kRatioAtMost: return 1;
    case Rule::kAtMost:
    case Rule::kAtLeast: return std::nullopt;
  }
  return std::nullopt;
}

// The accepted values, as far as the drawing goes.
Range accepted(const Judgement& judgement, const Range& range) {
  const double limit = *judgement.limit;
  switch (judgement.criterion.rule) {
    case Rule::kEquivalent: return {-std::abs(limit), std::abs(limit)};
    case Rule::kAtMost:
    case Rule::kRatioAtMost: return {range.low, limit};
    case Rule::kNonInferior:
    case Rule::kAtLeast:
    case Rule::kRatioAtLeast: return {limit, range.high};
  }
  return range;
}

void widen(std::optional<Range>& range, std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return;
  if (!range) range = Range{*value, *value};
  range->low = std::min(range->low, *value);
  range->high = std::max(range->high, *value);
}

void widen_by(std::optional<Range>& range, const Judgement& judgement) {
  widen(range, judgement.value);
  widen(range, judgement.limit);
  widen(range, no_difference(judgement.criterion.rule));
  if (judgement.criterion.rule == Rule::kEquivalent && judgement.limit) widen(range, -*judgement.limit);
  if (!judgement.interval) return;
  widen(range, judgement.interval->low);
  widen(range, judgement.interval->high);
}

// Steps of 1, 2 or 5 times a power of ten, about four of them.
double tick_step(const Range& range) {
  const double rough = (range.high - range.low) / 4;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double lead = rough / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

Html axis(const Ruler& scale, const Judgement& judgement) {
  const double step = tick_step(scale.range());
  Html out = line("axis", kLeft, kBottom, kRight, kBottom);
  const double first = std::ceil(scale.range().low / step);
  for (int i = 0; i < 12 && (first + i) * step <= scale.range().high; ++i) {
    const double value = (first + i) * step;
    out += line("axis", scale.at(value), kBottom, scale.at(value), kBottom + 4);
    out += element(
        "text",
        {{"class", "tick"}, {"x", digits(scale.at(value))}, {"y", digits(kBottom + 16)}, {"text-anchor", "middle"}},
        text(with_unit(value, judgement.unit)));
  }
  return out;
}

Html zones(const Ruler& scale, const Judgement& judgement) {
  const Range good = accepted(judgement, scale.range());
  const double from = scale.at(good.low);
  const double to = scale.at(good.high);
  Html out = box("refused", kLeft, kTop, from - kLeft, kBottom - kTop);
  out += box("refused", to, kTop, kRight - to, kBottom - kTop);
  out += box("accepted", from, kTop, to - from, kBottom - kTop);
  if (good.low > scale.range().low) out += line("limit", from, kTop - 8, from, kBottom);
  if (good.high < scale.range().high) out += line("limit", to, kTop - 8, to, kBottom);
  return out + label("limit-label", scale.at(*judgement.limit), kTop - 20,
                     "limit " + with_unit(*judgement.limit, judgement.unit));
}

Html whiskers(const Ruler& scale, const Interval& interval) {
  const double from = scale.at(interval.low);
  const double to = scale.at(interval.high);
  return line("whisker", from, kMiddle, to, kMiddle) + line("whisker", from, kMiddle - 7, from, kMiddle + 7) +
         line("whisker", to, kMiddle - 7, to, kMiddle + 7);
}

// A circle passes, a square fails, a diamond is undecided, a triangle was not judged.
Html point(Outcome outcome, double x) {
  const double y = kMiddle;
  const auto shape = [](std::string_view style, const std::string& points) {
    return element("polygon", {{"class", std::string(style)}, {"points", points}}, "");
  };
  switch (outcome) {
    case Outcome::kPass:
      return element("circle", {{"class", "point pass"}, {"cx", digits(x)}, {"cy", digits(y)}, {"r", "6"}}, "");
    case Outcome::kFail: return box("point fail", x - 6, y - 6, 12, 12);
    case Outcome::kInconclusive:
      return shape("point open",
                   fmt::format("{:.1f},{} {:.1f},{} {:.1f},{} {:.1f},{}", x, y - 8, x + 8, y, x, y + 8, x - 8, y));
    case Outcome::kNotJudged: break;
  }
  return shape("point none", fmt::format("{:.1f},{} {:.1f},{} {:.1f},{}", x, y - 7, x + 7, y + 6, x - 7, y + 6));
}

std::string described(const Judgement& judgement) {
  std::string words = "Value " + with_unit(*judgement.value, judgement.unit);
  if (judgement.interval) {
    words += fmt::format(", {} interval from {} to {}", percent(judgement.interval->confidence),
                         with_unit(judgement.interval->low, judgement.unit),
                         with_unit(judgement.interval->high, judgement.unit));
  }
  if (judgement.limit) words += ", limit " + with_unit(*judgement.limit, judgement.unit);
  return fmt::format("{}: {}", words, word(judgement.outcome));
}

Html drawing(std::string_view style, double height, const std::string& described_as, const Html& inner) {
  return element("svg",
                 {{"class", std::string(style)},
                  {"viewBox", fmt::format("0 0 {} {}", kWidth, height)},
                  {"role", "img"},
                  {"aria-label", described_as}},
                 inner);
}

struct Segment {
  std::string_view style;
  int64_t items;
};

}  // namespace

Range plot_range(std::span<const Judgement* const> judgements) {
  std::optional<Range> range;
  for (const Judgement* judgement : judgements) widen_by(range, *judgement);
  if (!range) return {};
  const double span = range->high - range->low;
  const double room = span > 0 ? span * 0.08 : std::max(std::abs(range->high) * 0.1, 1e-9);
  return {range->low - room, range->high + room};
}

Html interval_plot(const Judgement& judgement, const Range& range) {
  if (!judgement.value || !std::isfinite(*judgement.value)) return "";
  const Ruler scale(range);
  Html inner;
  if (judgement.limit) inner += zones(scale, judgement);
  if (const auto zero = no_difference(judgement.criterion.rule)) {
    inner += line("zero", scale.at(*zero), kTop - 4, scale.at(*zero), kBottom);
    inner += label("zero-label", scale.at(*zero), kHeight - 2, "no difference");
  }
  inner += axis(scale, judgement);
  if (judgement.interval) inner += whiskers(scale, *judgement.interval);
  inner += point(judgement.outcome, scale.at(*judgement.value));
  return drawing("plot", kHeight, described(judgement), inner);
}

Html changed_bar(const ChangedAnswers& answers) {
  const Segment segments[] = {{"bar-same", answers.both_right},
                              {"bar-lost", answers.lost},
                              {"bar-won", answers.won},
                              {"bar-wrong", answers.both_wrong}};
  Html inner;
  double x = 0;
  for (const auto& [style, items] : segments) {
    const double width = kWidth * static_cast<double>(items) / static_cast<double>(answers.n());
    if (items > 0) inner += box(style, x, 0, std::max(width, 1.5), 26);  // a single item still shows
    x += width;
  }
  const std::string words = fmt::format("{} right on both, {} lost, {} won, {} wrong on both", answers.both_right,
                                        answers.lost, answers.won, answers.both_wrong);
  return drawing("bar", 26, words, inner);
}

Html plot_patterns() {
  return R"svg(<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="6" height="6" fill="#f4f4f4"/><line x1="0" y1="0" x2="0" y2="6" stroke="#c4c4c4" stroke-width="2"/></pattern>
<pattern id="lost" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="5" height="5" fill="#d55e00"/><line x1="0" y1="0" x2="0" y2="5" stroke="#8a3c00" stroke-width="2"/></pattern>
</defs></svg>)svg";
}

}  // namespace pilotage
