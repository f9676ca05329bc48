// SPDX-License-Identifier: Apache-2.0
// The page's sections, in the order in which a reader meets them, and what they share. Each number on the page names
// its place in report.json, so that a test can hold the two against each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/verdict.h"
#include "plan/plan.h"
#include "report/facts.h"
#include "report/markup.h"

namespace pilotage {

struct Content {
  const Plan& plan;
  const Verdict& verdict;
  const Facts& facts;
};

Html verdict_section(const Content& content);
Html answers_section(const Content& content);
Html criteria_section(const Content& content);
Html conditions_section(const Content& content);
Html platforms_section(const Content& content);
Html measurements_section(const Content& content);
Html stages_section(const Content& content);
Html not_measured_section(const Content& content);
Html definitions_section(const Content& content);
Html details_section(const Content& content);
Html provenance_section(const Content& content);

// The page's one style sheet.
std::string_view style_sheet();

// ---- pieces ----

// A number as people read it, with its place in report.json and the unrounded value.
Html figure(const std::string& path, double value, std::string_view unit);
Html figure(const std::string& path, int64_t value);
Html share_figure(const std::string& path, double share);  // as a percentage
// "–" where there is none.
Html figure(const std::string& path, const std::optional<double>& value, std::string_view unit);

// `PASS` and its like, with a sign beside the word.
Html badge(Outcome outcome);

Html section(std::string_view id, std::string_view title, const Html& inner);
Html paragraph(const Html& inner);
Html muted(const Html& inner);
Html list_of(const std::vector<Html>& entries);

// A table that turns into cards on a narrow window; each cell knows its column's title.
class PageTable {
 public:
  explicit PageTable(std::vector<std::string> titles) : titles_(std::move(titles)) {}
  void row(const std::vector<Html>& cells, std::string_view style = "");
  bool empty() const { return rows_.empty(); }
  Html html() const;

 private:
  std::vector<std::string> titles_;
  Html rows_;
};

}  // namespace pilotage
