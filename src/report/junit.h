// SPDX-License-Identifier: Apache-2.0
// The verdict as a JUnit file, for continuous integration: one test suite per candidate, one test case per criterion.
// Nothing but PASS looks passed: FAIL is a failure, INCONCLUSIVE an error, NOT JUDGED skipped with its reason.
#pragma once

#include <string>

#include "judge/verdict.h"
#include "plan/plan.h"

namespace pilotage {

std::string junit_report(const Verdict& verdict, const Plan& plan);

}  // namespace pilotage
