// SPDX-License-Identifier: Apache-2.0
// Verdict: what the judge says of a pilot. Plain values: the report shows them and computes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "plan/plan.h"

namespace pilotage {

enum class Outcome { kPass, kFail, kInconclusive, kNotJudged };

// Why evidence does not count. Words are frozen: they stand in reports and tests.
struct Refusal {
  std::string code;      // missing, impossible_zero, stale, duplicated, implausible, identical_series,
                         // other_conditions, before_seal, empty, constant, not_finite
  std::string text;      // one sentence with the figures
};

struct Interval {
  double low = 0;
  double high = 0;
  double confidence = 0;  // two-sided, of the interval as shown
};

struct Judgement {
  Criterion criterion;
  std::string candidate;
  Outcome outcome = Outcome::kInconclusive;
  std::string method;                     // `Tango score interval, paired`, with its source
  int64_t n = 0;
  std::optional<double> reference_value;  // the statistic on each side, where there is one
  std::optional<double> candidate_value;
  std::optional<double> value;            // what is held against the limit: difference, share, ratio
  std::optional<double> limit;            // on the scale of `value`; for a margin -M
  std::optional<Interval> interval;
  std::string unit;                       // of value, limit and interval
  std::vector<Refusal> refusals;
  std::string reason;                     // one sentence: why this outcome
  std::string would_change;               // what would change it: the n needed, the run missing; empty after a PASS
  Json details = Json::object();          // a, b, c, d, McNemar, power, … each under its name
};

enum class Decision { kGo, kGoWithConditions, kNoGo, kInsufficientEvidence };

struct CandidateVerdict {
  std::string candidate;
  bool paper = false;                     // never counts for the exit code
  Decision decision = Decision::kInsufficientEvidence;
  std::vector<Judgement> judgements;      // in gate order, then plan order
  std::vector<std::string> conditions;    // waivers, overrides, what was accepted underpowered or not verified
};

struct Verdict {
  std::string seal;                       // digest; empty: exploratory, nothing can pass
  std::string plan_digest;
  std::vector<CandidateVerdict> candidates;
  std::vector<Refusal> integrity;         // of the store as a whole
  std::string rechecked;                  // what of the chain was rechecked for this verdict
};

// 0 pass, 1 fail, 4 inconclusive: that of the worst measured candidate.
int exit_code_of(const Verdict& verdict);

std::string_view word(Outcome outcome);    // PASS FAIL INCONCLUSIVE NOT JUDGED
std::string_view word(Decision decision);  // GO, GO WITH CONDITIONS, NO GO, INSUFFICIENT EVIDENCE

// The documented JSON shape (docs/json.md).
Json verdict_to_json(const Verdict& verdict);

}  // namespace pilotage
