// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include "base/file.h"
#include "report/facts.h"
#include "report/html.h"
#include "report/report_json.h"

namespace pilotage {

Result<std::string> html_report(const ReportInput& input) {
  const Facts facts = TRY(gather(input.verdict.seal, input.store));
  return html_page(input.plan, input.verdict, facts);
}

Result<Json> json_report(const ReportInput& input) {
  const Facts facts = TRY(gather(input.verdict.seal, input.store));
  return report_to_json(input.plan, input.verdict, facts);
}

Status write_reports(const Plan& plan, const Verdict& verdict, const Store& store) {
  const Facts facts = TRY(gather(verdict.seal, store));
  TRY(write_file(plan.folder() / "report.json", report_to_json(plan, verdict, facts).pretty() + "\n"));
  TRY(write_file(plan.folder() / "report.junit.xml", junit_report(verdict, plan)));
  return write_file(plan.folder() / "report.html", html_page(plan, verdict, facts));
}

}  // namespace pilotage
