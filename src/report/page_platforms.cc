// SPDX-License-Identifier: Apache-2.0
// The platforms side by side: what the plan declares, what their environments said, what was measured on them.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "report/page.h"
#include "report/words.h"

namespace pilotage {
namespace {

std::vector<std::string> platform_titles(const Plan& plan, std::string first) {
  std::vector<std::string> titles{std::move(first)};
  for (const auto& platform : plan.platforms) titles.push_back(visible_text(platform.name));
  return titles;
}

using Describe = std::string (*)(const Platform&);

struct DeclaredRow {
  const char* title;
  Describe describe;
};

constexpr DeclaredRow kDeclared[] = {
    {"role", [](const Platform& p) { return std::string(word(p.role)) + (p.paper ? ", on paper only" : ""); }},
    {"device", [](const Platform& p) { return p.device; }},
    {"precision", [](const Platform& p) { return p.precision; }},
    {"threads", [](const Platform& p) { return p.threads ? std::to_string(*p.threads) : "not set"; }},
    {"profile", [](const Platform& p) { return p.profile; }},
    {"launcher", [](const Platform& p) { return p.launcher.empty() ? "this machine" : join(p.launcher, " "); }},
    {"entry", [](const Platform& p) { return p.entry.empty() ? "the workload's" : p.entry; }},
    {"options", [](const Platform& p) { return p.options.object_if()->empty() ? "none" : p.options.canonical(); }},
    {"variables passed on",
     [](const Platform& p) { return p.environment.empty() ? "none" : join(p.environment, ", "); }},
};

using Values = std::vector<std::string>;

bool differ(const Values& values) {
  return std::ranges::any_of(values, [&](const std::string& value) { return value != values.front(); });
}

Html shown(const std::string& value) { return text(value.empty() ? "\u2013" : value); }

// One row of values, marked where they are not all the same.
void add_row(PageTable& table, const std::string& title, const Values& values) {
  const bool marked = differ(values);
  Html head = text(title);
  if (marked) head += element("span", {{"class", "differs"}}, " differs");
  std::vector<Html> cells{head};
  for (const auto& value : values) cells.push_back(shown(value));
  table.row(cells, marked ? "differs" : "");
}

Html declared(const Plan& plan) {
  PageTable table(platform_titles(plan, "As declared"));
  for (const auto& row : kDeclared) {
    Values values;
    for (const auto& platform : plan.platforms) values.push_back(row.describe(platform));
    add_row(table, row.title, values);
  }
  return table.html();
}

using FactName = std::pair<std::string, std::string>;  // probe, name

// Each fact's values platform by platform, in the order in which the facts were first said.
class FoundTable {
 public:
  FoundTable(const Plan& plan, const Facts& facts) {
    std::map<std::string, size_t> columns;
    for (const auto& platform : plan.platforms) columns.emplace(platform.name, columns.size());
    for (const auto& fact : facts.environment) {
      const auto column = columns.find(fact.platform);
      if (column != columns.end()) values_of({fact.probe, fact.name}, columns.size())[column->second] = fact.value;
    }
  }
  const std::vector<std::pair<FactName, Values>>& rows() const { return rows_; }

 private:
  Values& values_of(const FactName& name, size_t columns) {
    const auto [place, is_new] = places_.emplace(name, rows_.size());
    if (is_new) rows_.push_back({name, Values(columns)});
    return rows_[place->second].second;
  }

  std::vector<std::pair<FactName, Values>> rows_;
  std::map<FactName, size_t> places_;
};

Html environment(const Content& content) {
  const FoundTable found(content.plan, content.facts);
  if (found.rows().empty()) return muted("No probe has looked at the environments yet.");
  PageTable differing(platform_titles(content.plan, "As found, where it differs"));
  PageTable same({"As found, the same on all", "Value"});
  for (const auto& [key, values] : found.rows()) {
    const std::string title = key.first + ": " + key.second;
    if (differ(values))
      add_row(differing, title, values);
    else
      same.row({text(title), shown(values.front())});
  }
  return (differing.empty() ? Html() : differing.html()) + (same.empty() ? Html() : same.html());
}

Html interval_of(const Measurement& one, const std::string& path) {
  if (!one.low || !one.high) return "too few for an interval";
  return share_figure(path + "/confidence", one.confidence) + ": " + figure(path + "/low", *one.low, one.unit) +
         " to " + figure(path + "/high", *one.high, one.unit);
}

Html measured_cell(const Measurement& one, const std::string& path) {
  const Html numbers = text(one.of_runs ? " runs" : one.n == 1 ? " value" : " values");
  const Html range = "from " + figure(path + "/least", one.least, one.unit) + " to " +
                     figure(path + "/greatest", one.greatest, one.unit);
  return element("strong", figure(path + "/median", one.median, one.unit)) +
         element("small", figure(path + "/n", one.n) + numbers + (one.n > 1 ? ", " + range : Html())) +
         (one.n > 1 ? element("small", interval_of(one, path)) : Html());
}

std::string title_of(const Measurement& one) {
  const std::string of = one.workload.empty() ? "" : " of " + one.workload;
  return one.metric + (one.item.empty() ? "" : " " + one.item) + of;
}

// Metrics as rows, platforms as columns.
Html measured(const Content& content, std::string_view stage) {
  const auto& all = content.facts.measurements;
  std::vector<std::string> titles;
  std::map<std::pair<std::string, std::string>, Html> cells;  // title, platform
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].stage != stage) continue;
    const std::string title = title_of(all[i]);
    if (std::ranges::find(titles, title) == titles.end()) titles.push_back(title);
    cells[{title, all[i].platform}] = measured_cell(all[i], fmt::format("/measurements/{}", i));
  }
  PageTable table(platform_titles(content.plan, "Median"));
  for (const auto& title : titles) {
    std::vector<Html> row{text(title)};
    for (const auto& platform : content.plan.platforms) {
      const auto cell = cells.find({title, platform.name});
      row.push_back(cell == cells.end() ? text("\u2013") : cell->second);
    }
    table.row(row);
  }
  return table.html();
}

}  // namespace

Html platforms_section(const Content& content) {
  return section("platforms", "Platforms side by side", declared(content.plan) + environment(content));
}

Html measurements_section(const Content& content) {
  std::vector<std::string> stages;
  for (const auto& one : content.facts.measurements) {
    if (std::ranges::find(stages, one.stage) == stages.end()) stages.push_back(one.stage);
  }
  Html inner = muted(
      "Medians, for orientation: nothing here is a judgement. Where a platform was timed in several runs, each run "
      "counts once, by "
      "its own median. The interval holds the true median with the confidence that is given.");
  for (const auto& stage : stages) inner += element("h3", "Stage " + text(stage)) + measured(content, stage);
  return stages.empty() ? Html() : section("measurements", "Speed and basics", inner);
}

}  // namespace pilotage
