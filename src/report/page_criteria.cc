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

Html details_of(const Judgement& judgement, const std::string& path) {
  const auto* members = judgement.details.object_if();
  if (members == nullptr) return "";
  Html entries;
  for (const auto& [key, value] : *members) {
    if (const auto* integer = value.integer_if())
      entries += entry(text(key), figure(path + "/details/" + key, *integer));
    else if (const auto number = value.number())
      entries += entry(text(key), figure(path + "/details/" + key, *number, ""));
    else if (const auto* words = value.string_if())
      entries += entry(text(key), text(*words));
  }
  return entries.empty() ? Html() : element("dl", {{"class", "figures small"}}, entries);
}

Html result(const Placed& placed, const Range& range) {
  const Judgement& judgement = *placed.judgement;
  Html words =
      element("h4", badge(judgement.outcome) + " " + name(judgement.candidate)) + paragraph(text(judgement.reason));
  if (!judgement.would_change.empty())
    words += paragraph(element("b", "What would change it: ") + text(judgement.would_change));
  words += refusals_of(judgement);
  const Html drawn = element("div", {{"class", "drawn"}}, interval_plot(judgement, range));
  Html below = figures_of(judgement, placed.path) + details_of(judgement, placed.path);
  if (!judgement.method.empty()) below += muted("Method: " + text(judgement.method));
  return element("article", {{"class", "result"}},
                 element("div", words) + drawn + element("div", {{"class", "below"}}, below));
}

Html block(const Criterion& criterion, const Verdict& verdict) {
  const auto placed = judgements_of(verdict, criterion.id);
  std::vector<const Judgement*> judgements;
  for (const auto& one : placed) judgements.push_back(one.judgement);
  const Range range = plot_range(judgements);
  Html inner = element("h3", name(criterion.id) + element("span", {{"class", "gate"}}, text(word(criterion.gate))));
  inner += paragraph(text(asked(criterion)) + ". Workload " + name(criterion.workload) + ", one-sided confidence " +
                     text(percent(criterion.confidence)) + ".");
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
      "The mark is the measured value, the line through it its interval of confidence. The hatched side is not "
      "accepted. A share passes only when its whole interval lies on the accepted side.");
  for (const auto& criterion : content.plan.criteria) inner += block(criterion, content.verdict);
  return section("criteria", "Criteria", inner);
}

Html conditions_section(const Content& content) {
  std::vector<Html> entries;
  for (const auto& candidate : content.verdict.candidates) {
    for (const auto& condition : candidate.conditions)
      entries.push_back(name(candidate.candidate) + ": " + text(condition));
  }
  for (const auto& one : content.plan.overrides) {
    entries.push_back(name(one.platform) + ": the finding " + element("code", text(one.finding)) +
                      " is overridden. Reason: " + text(one.reason));
  }
  for (const auto& criterion : content.plan.criteria) {
    if (criterion.accept_underpowered.empty()) continue;
    entries.push_back("Criterion " + name(criterion.id) +
                      " was accepted although its sample is small. Reason: " + text(criterion.accept_underpowered));
  }
  const Html none = muted("None: nothing was waived, overridden or accepted with too small a sample.");
  return section("conditions", "Conditions", entries.empty() ? none : list_of(entries));
}

}  // namespace pilotage
