// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_code.h"

#include <gtest/gtest.h>

#include "judge/verdict.h"

namespace pilotage {
namespace {

TEST(ExitCode, is_pinned_for_each_kind_of_error) {
  EXPECT_EQ(exit_code_of(ErrorKind::kUsage), 2);
  EXPECT_EQ(exit_code_of(ErrorKind::kEnvironment), 3);
  EXPECT_EQ(exit_code_of(ErrorKind::kDamaged), 1);
  EXPECT_EQ(exit_code_of(ErrorKind::kUndecidable), 4);
  EXPECT_EQ(exit_code_of(ErrorKind::kInternal), 70);
}

Verdict of(std::vector<Decision> decisions) {
  Verdict verdict;
  for (const Decision decision : decisions) verdict.candidates.push_back({.candidate = "c", .decision = decision});
  return verdict;
}

TEST(ExitCode, is_that_of_the_worst_measured_candidate) {
  EXPECT_EQ(exit_code_of(of({Decision::kGo})), 0);
  EXPECT_EQ(exit_code_of(of({Decision::kGoWithConditions})), 0);
  EXPECT_EQ(exit_code_of(of({Decision::kGo, Decision::kInsufficientEvidence})), 4);
  EXPECT_EQ(exit_code_of(of({Decision::kInsufficientEvidence, Decision::kNoGo})), 1);
}

TEST(ExitCode, leaves_paper_candidates_out) {
  Verdict verdict = of({Decision::kGo, Decision::kInsufficientEvidence});
  verdict.candidates[1].paper = true;
  EXPECT_EQ(exit_code_of(verdict), 0);
}

}  // namespace
}  // namespace pilotage
