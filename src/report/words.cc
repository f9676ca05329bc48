// SPDX-License-Identifier: Apache-2.0
#include "report/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace pilotage {
namespace {

constexpr std::string_view kMinus = "\u2212";

// A typographic minus, so that a table of signed numbers reads well.
std::string signed_digits(std::string digits) {
  if (digits.starts_with('-')) digits.replace(0, 1, kMinus);
  return digits;
}

// Digits after the point that keep a value below 1 apart from 1: two significant ones of the distance.
int decimals_near_one(double value) {
  const double distance = 1 - value;
  return std::clamp(static_cast<int>(std::ceil(-std::log10(distance))) + 1, 4, 15);
}

struct Prefix {
  double factor;
  std::string_view sign;
};

constexpr std::array<Prefix, 5> kDecimalPrefixes{{{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
constexpr std::array<Prefix, 3> kTimePrefixes{{{1e-3, "m"}, {1e-6, "\u00B5"}, {1e-9, "n"}}};

bool takes_large_prefixes(std::string_view unit) {
  return unit == "FLOP/s" || unit == "flop/s" || unit == "OP/s" || unit == "op/s" || unit == "B/s" || unit == "B" ||
         unit == "Hz";
}

Prefix prefix_for(double value, std::string_view unit) {
  const double size = std::abs(value);
  if (takes_large_prefixes(unit)) {
    for (const auto& prefix : kDecimalPrefixes) {
      if (size >= prefix.factor) return prefix;
    }
  }
  if (unit == "s" && size < 1 && size > 0) {
    for (const auto& prefix : kTimePrefixes) {
      if (size >= prefix.factor) return prefix;
    }
  }
  return {1, ""};
}

std::string side(const Criterion& criterion) {
  const bool lower_is_worse = criterion.rule == Rule::kNonInferior;
  return lower_is_worse ? "worse than the reference by less than" : "different from the reference by less than";
}

std::string margin_words(const Criterion& criterion) {
  if (!criterion.margin) return "a margin that is not given";
  if (criterion.margin->scale == Scale::kRelative) return percent(criterion.margin->value) + " of the reference";
  return with_unit(criterion.margin->value, criterion.unit);
}

std::string limit_words(const Criterion& criterion) {
  return criterion.limit ? with_unit(*criterion.limit, criterion.unit) : "a limit that is not given";
}

std::string ratio_words(const Criterion& criterion) {
  return (criterion.limit ? plain_number(*criterion.limit) : std::string("?")) + " times the reference";
}

std::string demand(const Criterion& criterion) {
  switch (criterion.rule) {
    case Rule::kNonInferior:
    case Rule::kEquivalent: return side(criterion) + " " + margin_words(criterion);
    case Rule::kAtMost: return "at most " + limit_words(criterion);
    case Rule::kAtLeast: return "at least " + limit_words(criterion);
    case Rule::kRatioAtLeast: return "at least " + ratio_words(criterion);
    case Rule::kRatioAtMost: return "at most " + ratio_words(criterion);
  }
  return {};
}

const Judgement* first_with(const CandidateVerdict& candidate, Outcome outcome) {
  const auto found = std::ranges::find(candidate.judgements, outcome, &Judgement::outcome);
  return found == candidate.judgements.end() ? nullptr : &*found;
}

int64_t number_of(const CandidateVerdict& candidate, Outcome outcome) {
  return std::ranges::count(candidate.judgements, outcome, &Judgement::outcome);
}

std::string reason_of(const CandidateVerdict& candidate, Outcome outcome) {
  const Judgement* first = first_with(candidate, outcome);
  if (first == nullptr) return {};
  const int64_t others = number_of(candidate, outcome) - 1;
  const std::string more = others > 0 ? fmt::format(" ({} more: {})", word(outcome), others) : "";
  return first->criterion.id + ": " + first->reason + more;
}

}  // namespace

std::string plain_number(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "not a number" : value > 0 ? "unbounded" : "unbounded below";
  if (value > 0.999 && value < 1) return fmt::format("{:.{}f}", value, decimals_near_one(value));
  if (std::abs(value) >= 1e4 && std::abs(value) < 1e15) {
    return signed_digits((value < 0 ? "-" : "") + count(std::llround(std::abs(value))));
  }
  return signed_digits(fmt::format("{:.4g}", value));
}

std::string with_unit(double value, std::string_view unit) {
  const Prefix prefix = prefix_for(value, unit);
  const std::string number = plain_number(value / prefix.factor);
  if (unit.empty() || unit == "1") return number;
  return fmt::format("{}\u00A0{}{}", number, prefix.sign, unit);
}

std::string count(int64_t value) {
  std::string digits = std::to_string(value);
  const size_t first = value < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string percent(double share) {
  const double hundredths = std::abs(share) * 100;
  if (hundredths == 0) return "0\u00A0%";
  return signed_digits(fmt::format("{:.{}f}\u00A0%", share * 100, hundredths >= 1 ? 1 : 2));
}

std::string duration(double seconds) {
  if (seconds < 60) return with_unit(seconds, "s");
  const int64_t whole = std::llround(seconds);
  if (whole < 3600) return fmt::format("{}\u00A0min {:02}\u00A0s", whole / 60, whole % 60);
  return fmt::format("{}\u00A0h {:02}\u00A0min", whole / 3600, whole % 3600 / 60);
}

std::string asked(const Criterion& criterion) {
  return fmt::format("{} of {}: {}", word(criterion.statistic), criterion.metric, demand(criterion));
}

std::string tally(const CandidateVerdict& candidate) {
  std::string words;
  for (const Outcome outcome : {Outcome::kPass, Outcome::kFail, Outcome::kInconclusive, Outcome::kNotJudged}) {
    const int64_t n = number_of(candidate, outcome);
    if (n > 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", n, word(outcome));
  }
  return words.empty() ? "no criterion" : words;
}

std::string why(const CandidateVerdict& candidate) {
  switch (candidate.decision) {
    case Decision::kNoGo: return reason_of(candidate, Outcome::kFail);
    case Decision::kGo: return "Every criterion passed.";
    case Decision::kGoWithConditions:
      return candidate.conditions.empty() ? "Every criterion passed, with conditions."
                                          : "Every criterion passed, but: " + candidate.conditions.front();
    case Decision::kInsufficientEvidence: break;
  }
  if (candidate.paper) return "Mapped on paper only; nothing was run on it.";
  const std::string undecided = reason_of(candidate, Outcome::kInconclusive);
  if (!undecided.empty()) return undecided;
  const std::string unjudged = reason_of(candidate, Outcome::kNotJudged);
  return unjudged.empty() ? "There is no evidence that could be judged." : unjudged;
}

std::span<const std::string_view> procedure_stages() {
  static constexpr std::string_view kNames[] = {"inventory", "device",  "basics",   "answers",
                                                "serving",   "scaling", "training", "endurance"};
  return kNames;
}

std::string_view question_of_stage(std::string_view stage) {
  constexpr std::string_view kQuestions[] = {
      "What does this workload consist of, and what would have to change?",
      "Does the system see healthy devices?",
      "Do matrix products and memory work, at the speed the chip should have?",
      "Does the model give the right answers on one device?",
      "How many items per second, at what response time?",
      "What is lost by splitting over the devices of one node?",
      "Does it converge like the reference, and stay stable?",
      "Does it hold for days, over nodes, through faults?",
  };
  const auto names = procedure_stages();
  const auto found = std::ranges::find(names, stage);
  return found == names.end() ? std::string_view() : kQuestions[found - names.begin()];
}

}  // namespace pilotage
