// SPDX-License-Identifier: Apache-2.0
// How the report says things: numbers with their units for people, and what a criterion asks as one plain sentence.
// The same words stand in the HTML page, the JUnit file and the terminal.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "judge/verdict.h"
#include "plan/plan.h"

namespace pilotage {

// `387.2 GFLOP/s`, `12.5 ms`, `0.6903`, `−0.00108`: four significant digits, more where a number just below 1 would
// else read as 1. Unit `1` is not written.
std::string with_unit(double value, std::string_view unit);
// The same without the unit, for columns that name it once and for axes.
std::string plain_number(double value);
std::string count(int64_t value);      // `1,850`
std::string percent(double share);     // `7.9 %`, `95 %`
std::string duration(double seconds);  // `59 s`, `2 min 07 s`

// `mean of retrieval.recall_at_10: less than 0.01 worse than the reference`
std::string asked(const Criterion& criterion);
// Why the candidate has its decision, in one sentence from the judgements' own reasons, without a full stop.
std::string why(const CandidateVerdict& candidate);
// `first` in upper case, where it is an ASCII letter, and a full stop at the end.
std::string as_sentence(std::string words);
// `4 PASS, 1 FAIL`
std::string tally(const CandidateVerdict& candidate);

// The stages of the procedure in their order.
std::span<const std::string_view> procedure_stages();
// What a stage asks; "" for one that the procedure does not have.
std::string_view question_of_stage(std::string_view stage);

}  // namespace pilotage
