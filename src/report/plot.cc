// SPDX-License-Identifier: Apache-2.0
#include "report/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/words.h"

namespace pilotage {
namespace {

// Units of the drawing; a page scales it to its column. From the top: two rows of labels, the plot, ticks, the title of
// the axis.
constexpr double kWidth = 400;
constexpr double kHeight = 112;
constexpr double kLeft = 22;
constexpr double kRight = 378;
constexpr double kLimitRow = 11;
constexpr double kZeroRow = 25;
constexpr double kTop = 30;
constexpr double kBottom = 66;
constexpr double kTickRow = 81;
constexpr double kTitleRow = 101;
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

Html centred(std::string_view style, double x, double y, std::string_view words) {
  const Attributes attributes{
      {"class", std::string(style)}, {"x", digits(x)}, {"y", digits(y)}, {"text-anchor", "middle"}};
  return element("text", attributes, text(words));
}

// A probe chooses its units: one that is too long for the drawing is cut, and stands whole beside it.
std::string shortened(const std::string& words) {
  constexpr size_t kMost = 60;
  return words.size() <= kMost ? words : words.substr(0, kMost) + "\u2026";
}

enum class Compared { kDifference, kRatio, kLevel };

Compared compared(const Criterion& criterion) {
  const bool has_margin = criterion.rule == Rule::kNonInferior || criterion.rule == Rule::kEquivalent;
  const bool is_relative = criterion.margin && criterion.margin->scale == Scale::kRelative;
  if (has_margin) return is_relative ? Compared::kRatio : Compared::kDifference;
  const bool is_level = criterion.rule == Rule::kAtMost || criterion.rule == Rule::kAtLeast;
  return is_level ? Compared::kLevel : Compared::kRatio;
}

// Where "no difference" lies on the scale of the value; none for limits on a plain level.
std::optional<double> no_difference(const Criterion& criterion) {
  switch (compared(criterion)) {
    case Compared::kDifference: return 0;
    case Compared::kRatio: return 1;
    case Compared::kLevel: break;
  }
  return std::nullopt;
}

std::string axis_title(const Judgement& judgement) {
  const std::string unit = judgement.unit.empty() || judgement.unit == "1" ? "" : ", in " + judgement.unit;
  switch (compared(judgement.criterion)) {
    case Compared::kDifference: return "difference to the reference (right is better)" + unit;
    case Compared::kRatio: return "candidate divided by reference";
    case Compared::kLevel: break;
  }
  return std::string(word(judgement.criterion.statistic)) + " on the candidate" + unit;
}

// The open range of values that passes; the judge states it where the rule alone does not tell its side.
struct Accepted {
  std::optional<double> above;
  std::optional<double> below;
};

Accepted accepted(const Judgement& judgement) {
  Accepted range{judgement.details.number_at("passes_above"), judgement.details.number_at("passes_below")};
  if (range.above || range.below || !judgement.limit) return range;
  switch (judgement.criterion.rule) {
    case Rule::kAtMost:
    case Rule::kRatioAtMost: range.below = judgement.limit; break;
    case Rule::kEquivalent: range.below = -*judgement.limit; [[fallthrough]];
    case Rule::kNonInferior:
    case Rule::kAtLeast:
    case Rule::kRatioAtLeast: range.above = judgement.limit; break;
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
  const Accepted passes = accepted(judgement);
  for (const auto& value : {judgement.value, judgement.limit, passes.above, passes.below}) widen(range, value);
  widen(range, no_difference(judgement.criterion));
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

Html axis(const Ruler& ruler, const Judgement& judgement) {
  const double step = tick_step(ruler.range());
  Html out = line("axis", kLeft, kBottom, kRight, kBottom);
  const double first = std::ceil(ruler.range().low / step);
  for (int i = 0; i < 12 && (first + i) * step <= ruler.range().high; ++i) {
    const double value = (first + i) * step;
    out += line("axis", ruler.at(value), kBottom, ruler.at(value), kBottom + 4);
    out += centred("tick", ruler.at(value), kTickRow, plain_number(value));
  }
  return out + centred("title", kWidth / 2, kTitleRow, shortened(axis_title(judgement)));
}

Html limit_mark(const Ruler& ruler, double limit, const std::string& unit) {
  return line("limit", ruler.at(limit), kLimitRow + 4, ruler.at(limit), kBottom) +
         label("limit-label", ruler.at(limit), kLimitRow, "limit " + shortened(with_unit(limit, unit)));
}

Html zones(const Ruler& ruler, const Judgement& judgement) {
  const Accepted passes = accepted(judgement);
  const double from = passes.above ? ruler.at(*passes.above) : kLeft;
  const double to = passes.below ? ruler.at(*passes.below) : kRight;
  Html out = box("refused", kLeft, kTop, from - kLeft, kBottom - kTop);
  out += box("refused", to, kTop, kRight - to, kBottom - kTop);
  out += box("accepted", from, kTop, std::max(to - from, 0.0), kBottom - kTop);
  if (passes.above) out += limit_mark(ruler, *passes.above, judgement.unit);
  if (passes.below) out += limit_mark(ruler, *passes.below, judgement.unit);
  return out;
}

Html zero_mark(const Ruler& ruler, const Judgement& judgement) {
  const auto zero = no_difference(judgement.criterion);
  if (!zero) return "";
  return line("zero", ruler.at(*zero), kZeroRow + 3, ruler.at(*zero), kBottom) +
         label("zero-label", ruler.at(*zero), kZeroRow, "no difference");
}

Html whiskers(const Ruler& ruler, const Interval& interval) {
  if (std::isnan(interval.low) || std::isnan(interval.high)) return "";
  const double from = ruler.at(interval.low);
  const double to = ruler.at(interval.high);
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

Html drawing(std::string_view style, Attributes attributes, const std::string& described_as, const Html& inner) {
  attributes.insert(attributes.end(), {{"class", std::string(style)}, {"role", "img"}, {"aria-label", described_as}});
  return element("svg", attributes, inner);
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
  if (!judgement.value || !std::isfinite(*judgement.value) || !std::isfinite(range.high - range.low)) return "";
  const Ruler ruler(range);
  Html inner = zones(ruler, judgement) + zero_mark(ruler, judgement) + axis(ruler, judgement);
  if (judgement.interval) inner += whiskers(ruler, *judgement.interval);
  inner += point(judgement.outcome, ruler.at(*judgement.value));
  return drawing("plot", {{"viewBox", fmt::format("0 0 {} {}", kWidth, kHeight)}}, described(judgement), inner);
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
  const Attributes whole_width{{"viewBox", fmt::format("0 0 {} 26", kWidth)}, {"preserveAspectRatio", "none"}};
  return drawing("bar", whole_width, words, inner);
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
