// SPDX-License-Identifier: Apache-2.0
// Changed answers: how many items a candidate answers otherwise than the reference. Equal means can hide many of them,
// so the report shows them beside the verdict.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/verdict.h"

namespace pilotage {

struct ChangedAnswers {
  std::string candidate;
  std::string workload;
  std::string metric;  // the 0/1 score whose outcomes are counted
  int64_t both_right = 0;
  int64_t lost = 0;  // right on the reference, wrong on the candidate
  int64_t won = 0;   // wrong on the reference, right on the candidate
  int64_t both_wrong = 0;

  int64_t n() const { return both_right + lost + won + both_wrong; }
  int64_t changed() const { return lost + won; }
  int64_t unchanged() const { return both_right + both_wrong; }
  double changed_share() const { return share(changed()); }
  double reference_share() const { return share(both_right + lost); }  // right on the reference
  double candidate_share() const { return share(both_right + won); }
  double share(int64_t items) const { return n() == 0 ? 0 : static_cast<double>(items) / static_cast<double>(n()); }
};

// From the judgements whose details carry the four counts of a paired 0/1 score, each table once.
std::vector<ChangedAnswers> changed_answers(const Verdict& verdict);

}  // namespace pilotage
