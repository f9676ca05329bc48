// SPDX-License-Identifier: Apache-2.0
#include "report/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

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

std::string without_end_zeros(std::string digits) {
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
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

std::string margin_words(const Criterion& criterion) {
  if (!criterion.margin) return "a margin that is not given";
  if (criterion.margin->scale == Scale::kRelative) return percent(criterion.margin->value);
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
    case Rule::kNonInferior: return "less than " + margin_words(criterion) + " worse than the reference";
    case Rule::kEquivalent: return "less than " + margin_words(criterion) + " away from the reference";
    case Rule::kAtMost: return "at most " + limit_words(criterion);
    case Rule::kAtLeast: return "at least " + limit_words(criterion);
    case Rule::kRatioAtLeast: return "at least " + ratio_words(criterion);
    case Rule::kRatioAtMost: return "at most " + ratio_words(criterion);
  }
  return {};
}

int64_t number_of(const CandidateVerdict& candidate, Outcome outcome) {
  return std::ranges::count(candidate.judgements, outcome, &Judgement::outcome);
}

std::string conditions_of(const CandidateVerdict& candidate) {
  if (candidate.conditions.empty()) return "with conditions";
  const size_t others = candidate.conditions.size() - 1;
  return candidate.conditions.front() + (others > 0 ? fmt::format(" ({} more)", others) : "");
}

// `recall and flips`, `a, b and c`
std::string enumerated(const std::vector<std::string>& words) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i) {
    out += i == 0 ? "" : i + 1 == words.size() ? " and " : ", ";
    out += words[i];
  }
  return out;
}

// The first judgement with that outcome says why; the others are named.
std::string reason_of(const CandidateVerdict& candidate, Outcome outcome, std::string_view participle) {
  std::vector<std::string> others;
  const Judgement* first = nullptr;
  for (const auto& judgement : candidate.judgements) {
    if (judgement.outcome != outcome) continue;
    if (first == nullptr)
      first = &judgement;
    else
      others.push_back(judgement.criterion.id);
  }
  if (first == nullptr) return {};
  const std::string more = others.empty() ? "" : fmt::format("; also {}: {}", participle, enumerated(others));
  const std::string_view was = outcome == Outcome::kFail ? "" : "is ";
  return fmt::format("criterion {} {}{}: {}{}", first->criterion.id, was, participle, first->reason, more);
}

}  // namespace

std::string plain_number(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "not a number" : value > 0 ? "unbounded" : "unbounded below";
  if (value > 0.999 && value < 1) return without_end_zeros(fmt::format("{:.{}f}", value, decimals_near_one(value)));
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
  const double hundredths = share * 100;
  const bool is_whole = std::abs(hundredths - std::round(hundredths)) < 1e-9;
  const int decimals = is_whole ? 0 : std::abs(hundredths) >= 1 ? 1 : 2;
  return signed_digits(fmt::format("{:.{}f}", is_whole ? std::round(hundredths) + 0.0 : hundredths, decimals)) +
         "\u00A0%";
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

std::string as_sentence(std::string words) {
  if (words.empty()) return words;
  if (words.front() >= 'a' && words.front() <= 'z') words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return words.ends_with('.') ? words : words + ".";
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
  if (candidate.paper) return "mapped on paper only; nothing was run on it";
  if (candidate.decision == Decision::kGo) return "every criterion passed";
  if (candidate.decision == Decision::kGoWithConditions) return "every criterion passed; " + conditions_of(candidate);
  const std::pair<Outcome, const char*> participles[] = {
      {Outcome::kFail, "failed"}, {Outcome::kInconclusive, "undecided"}, {Outcome::kNotJudged, "not judged"}};
  for (const auto& [outcome, participle] : participles) {
    std::string reason = reason_of(candidate, outcome, participle);
    if (!reason.empty()) return reason;
  }
  return candidate.conditions.empty() ? "there is no evidence that could be judged" : conditions_of(candidate);
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
