// SPDX-License-Identifier: Apache-2.0
// The report as one JSON object, for programs: all that the page shows, unrounded. docs/json.md documents its shape.
#pragma once

#include "base/json.h"
#include "judge/verdict.h"
#include "plan/plan.h"
#include "report/facts.h"

namespace pilotage {

Json report_to_json(const Plan& plan, const Verdict& verdict, const Facts& facts);

}  // namespace pilotage
