// SPDX-License-Identifier: Apache-2.0
// The four counts carry the letters of the usual 2x2 table of paired 0/1 scores: a both right, b only the candidate
// right, c only the reference right, d both wrong.
#include "report/answers.h"

#include <algorithm>
#include <optional>

namespace pilotage {
namespace {

std::optional<ChangedAnswers> counts_of(const Judgement& judgement) {
  const auto count = [&](const char* name) { return judgement.details.integer_or(name, -1); };
  ChangedAnswers answers{.candidate = judgement.candidate,
                         .workload = judgement.criterion.workload,
                         .metric = judgement.criterion.metric,
                         .both_right = count("a"),
                         .lost = count("c"),
                         .won = count("b"),
                         .both_wrong = count("d")};
  const bool has_all = std::min({answers.both_right, answers.lost, answers.won, answers.both_wrong}) >= 0;
  return has_all && answers.n() > 0 ? std::optional(answers) : std::nullopt;
}

bool is_same_table(const ChangedAnswers& left, const ChangedAnswers& right) {
  return left.candidate == right.candidate && left.workload == right.workload && left.both_right == right.both_right &&
         left.lost == right.lost && left.won == right.won && left.both_wrong == right.both_wrong;
}

}  // namespace

std::vector<ChangedAnswers> changed_answers(const Verdict& verdict) {
  std::vector<ChangedAnswers> all;
  for (const auto& candidate : verdict.candidates) {
    for (const auto& judgement : candidate.judgements) {
      const auto counts = counts_of(judgement);
      const auto same = [&](const ChangedAnswers& other) { return is_same_table(other, *counts); };
      if (counts && std::ranges::none_of(all, same)) all.push_back(*counts);
    }
  }
  return all;
}

}  // namespace pilotage
