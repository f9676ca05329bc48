// SPDX-License-Identifier: Apache-2.0
// For the reader who checks: every number that the judge gave beside a judgement, and what each metric means.
#include <fmt/core.h>

#include "report/gaps.h"
#include "report/page.h"
#include "report/words.h"

namespace pilotage {
namespace {

Html detail(const std::string& key, const Json& value, const std::string& path) {
  if (const auto* integer = value.integer_if()) return figure(path + "/" + key, *integer);
  if (const auto number = value.number()) return figure(path + "/" + key, *number, "");
  if (const auto* words = value.string_if()) return text(*words);
  return text(value.is_null() ? "\u2013" : value.canonical());
}

Html details_of(const Json& details, const std::string& path) {
  Html out;
  if (details.object_if() == nullptr) return out;
  for (const auto& [key, value] : *details.object_if()) {
    out += element("span", {{"class", "detail"}}, text(key) + " " + detail(key, value, path));
  }
  return out;
}

}  // namespace

Html details_section(const Content& content) {
  PageTable table({"Criterion", "Candidate", "Numbers beside the judgement"});
  for (size_t i = 0; i < content.verdict.candidates.size(); ++i) {
    const auto& judgements = content.verdict.candidates[i].judgements;
    for (size_t j = 0; j < judgements.size(); ++j) {
      const std::string path = fmt::format("/verdict/candidates/{}/judgements/{}/details", i, j);
      const Html details = details_of(judgements[j].details, path);
      if (!details.empty()) table.row({name(judgements[j].criterion.id), name(judgements[j].candidate), details});
    }
  }
  return table.empty() ? Html() : section("details", "Statistics in detail", table.html());
}

Html definitions_section(const Content& content) {
  PageTable table({"Metric", "Definition"});
  for (const auto& [metric, definition] : definitions_of(content.verdict, content.facts)) {
    table.row({element("code", text(metric)), text(definition)});
  }
  return table.empty() ? Html() : section("definitions", "What the metrics mean", table.html());
}

}  // namespace pilotage
