// SPDX-License-Identifier: Apache-2.0
// The report as one self-contained page: no script, no font and no picture from elsewhere, so that it can be mailed,
// archived and printed.
#pragma once

#include <string>

#include "judge/verdict.h"
#include "plan/plan.h"
#include "report/facts.h"

namespace pilotage {

std::string html_page(const Plan& plan, const Verdict& verdict, const Facts& facts);

}  // namespace pilotage
