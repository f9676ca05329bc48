// SPDX-License-Identifier: Apache-2.0
// What was run, what was not and why, and what the store says of where it all came from.
#include <fmt/core.h>

#include <algorithm>

#include "report/gaps.h"
#include "report/page.h"
#include "report/stages.h"
#include "report/words.h"

namespace pilotage {
namespace {

std::string title_of(const CaseFact& one) {
  std::string title = one.probe;
  if (!one.workload.empty()) title += " of " + one.workload;
  return title + " on " + one.platform + (one.stage == "serving" ? fmt::format(", run {}", one.run + 1) : "");
}

Html troubles(const Facts& facts) {
  PageTable table({"Case", "Stage", "What happened", "Why"});
  for (const auto& one : facts.cases) {
    if (one.state == CaseState::kCompleted) continue;
    table.row({text(title_of(one)), text(one.stage), text(word(one.state)),
               text(one.reason.empty() ? "\u2013" : one.reason)});
  }
  return table.empty() ? Html() : element("h3", "Not completed") + table.html();
}

Html events(const Facts& facts) {
  PageTable table({"What", "Where", "Text"});
  for (const auto& event : facts.events) {
    table.row(
        {text(event.kind), text(event.platform + (event.stage.empty() ? "" : " " + event.stage)), text(event.text)});
  }
  return table.empty() ? Html() : element("h3", "Findings, refusals and warnings") + table.html();
}

Html digest(std::string_view value) {
  return value.empty() ? text("\u2013") : element("code", {{"class", "digest"}}, text(value));
}

Html artifacts(const Facts& facts) {
  if (facts.artifacts.empty()) return "";
  PageTable table({"Artifact", "From", "Bytes", "SHA-256"});
  for (size_t i = 0; i < facts.artifacts.size(); ++i) {
    const ArtifactFact& one = facts.artifacts[i];
    table.row({text(one.name), text(one.probe + " on " + one.platform),
               figure(fmt::format("/provenance/artifacts/{}/bytes", i), one.bytes), digest(one.sha256)});
  }
  const auto left_out = facts.artifacts_total - static_cast<int64_t>(facts.artifacts.size());
  Html more;
  if (left_out > 0) more = muted(text(count(left_out)) + " more stand in the store.");
  return element("h3", "Artifacts") + table.html() + more;
}

}  // namespace

Html stages_section(const Content& content) {
  PageTable table({"Stage", "Question", "Completed", "Failed", "Not run", "Time"});
  const auto stages = stages_of(content.facts);
  for (size_t i = 0; i < stages.size(); ++i) {
    const StageFact& one = stages[i];
    const std::string path = fmt::format("/stages/{}", i);
    table.row({text(one.stage), text(question_of_stage(one.stage)), figure(path + "/completed", one.completed),
               figure(path + "/failed", one.failed), figure(path + "/not_run", one.not_run),
               text(duration(one.seconds))});
  }
  const Html counts = table.empty() ? muted("Nothing was run.") : table.html();
  return section("stages", "Stages: what was run", counts + troubles(content.facts) + events(content.facts));
}

Html not_measured_section(const Content& content) {
  std::vector<Html> entries;
  for (const auto& gap : gaps_of(content.plan, content.verdict, content.facts)) {
    entries.push_back(element("b", text(gap.what)) + ": " + text(gap.why));
  }
  return section("not-measured", "What was not measured, and why",
                 entries.empty() ? muted("Nothing of the plan.") : list_of(entries));
}

Html provenance_section(const Content& content) {
  const Facts& facts = content.facts;
  PageTable table({"What", "Value"});
  table.row({"seal of plan and criteria", digest(content.verdict.seal)});
  table.row({"digest of the plan", digest(content.verdict.plan_digest)});
  table.row({"head of the chain", digest(facts.head.hash)});
  table.row({"records", figure("/provenance/records", facts.head.sequence)});
  table.row({"observations", figure("/provenance/observations", facts.observations)});
  table.row({"artifacts", figure("/provenance/artifacts_total", facts.artifacts_total)});
  table.row({"attempts", figure("/provenance/attempts", facts.attempts_total)});
  table.row({"of them exploratory or under an older seal",
             figure("/provenance/attempts_of_other_seals", facts.attempts_of_other_seals)});
  for (size_t i = 0; i < facts.data.size(); ++i) {
    const DataFact& data = facts.data[i];
    const std::string path = fmt::format("/provenance/data/{}/items", i);
    table.row({"data of " + name(data.workload),
               text(data.path) + " (" + figure(path, data.items) + " items) " + digest(data.sha256)});
  }
  table.row({"sealed at", text(facts.sealed.empty() ? "\u2013" : facts.sealed)});
  table.row({"signed by", text(facts.signer.empty() ? "nobody" : facts.signer)});
  table.row({"newest attempt started", text(facts.last_started.empty() ? "\u2013" : facts.last_started)});
  table.row(
      {"rechecked for this verdict", text(content.verdict.rechecked.empty() ? "\u2013" : content.verdict.rechecked)});
  table.row({"bootstrap", "seed " + figure("/plan/bootstrap_seed", content.plan.bootstrap_seed) + ", " +
                              figure("/plan/bootstrap_resamples", content.plan.bootstrap_resamples) + " resamples"});
  return section("provenance", "Where the numbers come from", table.html() + artifacts(facts));
}

}  // namespace pilotage
