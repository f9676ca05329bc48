// SPDX-License-Identifier: Apache-2.0
// The report of a pilot in its three forms. It shows what the judge said and what the store holds; it judges nothing,
// so the same plan, verdict and store always give the same bytes.
#pragma once

#include <string>

#include "base/json.h"
#include "base/result.h"
#include "evidence/store.h"
#include "judge/verdict.h"
#include "plan/plan.h"
#include "report/junit.h"

namespace pilotage {

struct ReportInput {
  const Plan& plan;
  const Verdict& verdict;
  const Store& store;
};

Result<std::string> html_report(const ReportInput& input);
Result<Json> json_report(const ReportInput& input);

// report.html, report.json and report.junit.xml in the pilot's folder, each whole or not at all.
Status write_reports(const Plan& plan, const Verdict& verdict, const Store& store);

}  // namespace pilotage
