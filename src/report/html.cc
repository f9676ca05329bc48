// SPDX-License-Identifier: Apache-2.0
#include "report/html.h"

#include "report/page.h"
#include "report/plot.h"

namespace pilotage {
namespace {

Html heading(const Content& content) {
  const Plan& plan = content.plan;
  Html inner = element("p", {{"class", "kicker"}}, "Pilotage report") + element("h1", name(plan.name));
  if (!plan.question.empty()) inner += element("p", {{"class", "question"}}, text(plan.question));
  const std::string& seal = content.verdict.seal;
  if (!seal.empty()) {
    inner += muted("Criteria sealed " + text(content.facts.sealed) + ", seal " +
                   element("code", text(seal.substr(0, 12))) + ".");
  }
  return element("header", inner);
}

Html body(const Content& content) {
  Html sections = heading(content) + verdict_section(content) + answers_section(content) + criteria_section(content);
  sections += conditions_section(content) + platforms_section(content) + measurements_section(content);
  sections += stages_section(content) + not_measured_section(content) + provenance_section(content);
  return sections + definitions_section(content) + details_section(content);
}

}  // namespace

std::string html_page(const Plan& plan, const Verdict& verdict, const Facts& facts) {
  const Content content{plan, verdict, facts};
  std::string page =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">";
  page += element("title", text("Pilotage: " + plan.name)).code();
  page += "<style>" + std::string(style_sheet()) + "</style></head>\n<body>";
  page += plot_patterns().code() + body(content).code();
  return page + "</body></html>\n";
}

}  // namespace pilotage
