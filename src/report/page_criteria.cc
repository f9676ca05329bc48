// SPDX-License-Identifier: Apache-2.0
// Each criterion with what it asks, and for each candidate the value, the interval and why the outcome is what it is.
#include <fmt/core.h>

#include "report/page.h"
#include "report/plot.h"
#include "report/words.h"

namespace pilotage {
namespace {

struct Placed {
  const Judgement* judgement;
  std::string path;  // in report.json
};

std::vector<Placed> judgements_of(const Verdict& verdict, const std::string& criterion) {
  std::vector<Placed> found;
  for (size_t i = 0; i < verdict.candidates.size(); ++i) {
    const auto& judgements = verdict.candidates[i].judgements;
    for (size_t j = 0; j < judgements.size(); ++j) {
      if (judgements[j].criterion.id != criterion) continue;
      found.push_back({&judgements[j], fmt::format("/verdict/candidates/{}/judgements/{}", i, j)});
    }
  }
  return found;
}

Html entry(const Html& title, const Html& value) { return element("div", element("dt", title) + element("dd", value)); }

Html interval_words(const Interval& interval, const std::string& unit, const std::string& path) {
  return figure(path + "/low", interval.low, unit) + " to " + figure(path + "/high", interval.high, unit) + " (" +
         share_figure(path + "/confidence", interval.confidence) + ")";
}

Html figures_of(const Judgement& judgement, const std::string& path) {
  const std::string& unit = judgement.unit;
  Html entries = entry("value", figure(path + "/value", judgement.value, unit));
  entries += entry("limit", figure(path + "/limit", judgement.limit, unit));
  if (judgement.interval) entries += entry("interval", interval_words(*judgement.interval, unit, path + "/interval"));
  entries += entry("n", figure(path + "/n", judgement.n));
  if (judgement.reference_value)
    entries += entry("reference", figure(path + "/reference_value", *judgement.reference_value, ""));
  if (judgement.candidate_value)
    entries += entry("candidate", figure(path + "/candidate_value", *judgement.candidate_value, ""));
  return element("dl", {{"class", "figures"}}, entries);
}

Html refusals_of(const Judgement& judgement) {
  if (judgement.refusals.empty()) return "";
  std::vector<Html> entries;
  for (const auto& refusal : judgement.refusals)
    entries.push_back(element("code", text(refusal.code)) + " " + text(refusal.text));
  return element("div", {{"class", "refusals"}}, paragraph("Evidence that does not count:") + list_of(entries));
}

Html result(const Placed& placed, const Range& range) {
  const Judgement& judgement = *placed.judgement;
  Html words = element("h4", badge(judgement.outcome) + " " + name(judgement.candidate));
  words += paragraph(text(as_sentence(judgement.reason)));
  if (!judgement.would_change.empty()) {
    words += paragraph(element("b", "What would change it: ") + text(judgement.would_change) + ".");
  }
  words += refusals_of(judgement);
  const Html drawn = element("div", {{"class", "drawn"}}, interval_plot(judgement, range));
  Html below = figures_of(judgement, placed.path);
  if (!judgement.method.empty()) below += muted("Method: " + text(as_sentence(judgement.method)));
  return element("article", {{"class", "result"}},
                 element("div", words) + drawn + element("div", {{"class", "below"}}, below));
}

Html block(const Criterion& criterion, const Verdict& verdict) {
  const auto placed = judgements_of(verdict, criterion.id);
  std::vector<const Judgement*> judgements;
  for (const auto& one : placed) judgements.push_back(one.judgement);
  const Range range = plot_range(judgements);
  Html inner =
      element("h3", name(criterion.id) + element("span", {{"class", "gate"}}, "gate " + text(word(criterion.gate))));
  inner += paragraph(text(as_sentence(asked(criterion))));
  const Html workload = criterion.workload.empty() ? Html() : "Workload " + name(criterion.workload) + ", ";
  inner += muted(workload + "one-sided confidence " + text(percent(criterion.confidence)) + ".");
  if (!criterion.accept_underpowered.empty()) {
    inner += paragraph(element("b", "Accepted although the sample is small: ") + text(criterion.accept_underpowered));
  }
  if (placed.empty()) inner += muted("Nothing was judged.");
  for (const auto& one : placed) inner += result(one, range);
  return element("div", {{"class", "criterion"}}, inner);
}

}  // namespace

Html criteria_section(const Content& content) {
  Html inner = muted(
      "The mark is the measured value, the line through it its interval. What is hatched is not accepted. Circle: "
      "PASS, "
      "square: FAIL, diamond: INCONCLUSIVE, triangle: NOT JUDGED.");
  for (const auto& criterion : content.plan.criteria) inner += block(criterion, content.verdict);
  return section("criteria", "Criteria", inner);
}

Html conditions_section(const Content& content) {
  PageTable table({"Candidate", "Condition"});
  for (const auto& candidate : content.verdict.candidates) {
    for (const auto& condition : candidate.conditions)
      table.row({name(candidate.candidate), text(as_sentence(condition))});
  }
  const Html none = muted("None: nothing was waived, overridden or accepted with too small a sample.");
  return section("conditions", "Conditions", table.empty() ? none : table.html());
}

}  // namespace pilotage
