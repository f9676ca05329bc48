// SPDX-License-Identifier: Apache-2.0
// The platforms side by side: what the plan declares, what their environments said, what was measured on them.
#include <fmt/core.h>

#include <algorithm>

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

// One row of values, marked where they are not all the same.
void add_row(PageTable& table, const std::string& title, const std::vector<std::string>& values) {
  const bool differ = std::ranges::any_of(values, [&](const std::string& value) { return value != values.front(); });
  std::vector<Html> cells{text(title) + (differ ? element("span", {{"class", "differs"}}, " differs") : Html())};
  for (const auto& value : values) cells.push_back(text(value.empty() ? "\u2013" : value));
  table.row(cells, differ ? "differs" : "");
}

Html declared(const Plan& plan) {
  PageTable table(platform_titles(plan, "As declared"));
  for (const auto& row : kDeclared) {
    std::vector<std::string> values;
    for (const auto& platform : plan.platforms) values.push_back(row.describe(platform));
    add_row(table, row.title, values);
  }
  return table.html();
}

// (probe, name) of each fact, in the order in which it was first said.
std::vector<std::pair<std::string, std::string>> fact_names(const Facts& facts) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& fact : facts.environment) {
    const std::pair key(fact.probe, fact.name);
    if (std::ranges::find(names, key) == names.end()) names.push_back(key);
  }
  return names;
}

std::string value_of(const Facts& facts, const std::string& platform, const std::pair<std::string, std::string>& key) {
  for (const auto& fact : facts.environment) {
    if (fact.platform == platform && fact.probe == key.first && fact.name == key.second) return fact.value;
  }
  return {};
}

Html environment(const Content& content) {
  const auto names = fact_names(content.facts);
  if (names.empty()) return muted("No probe has looked at the environments yet.");
  PageTable table(platform_titles(content.plan, "As found"));
  for (const auto& key : names) {
    std::vector<std::string> values;
    for (const auto& platform : content.plan.platforms) values.push_back(value_of(content.facts, platform.name, key));
    add_row(table, key.first + ": " + key.second, values);
  }
  return table.html();
}

Html interval_of(const Measurement& one, const std::string& path) {
  if (!one.low || !one.high) return text(fmt::format("n is too small for {}", percent(one.confidence)));
  return figure(path + "/low", *one.low, one.unit) + " to " + figure(path + "/high", *one.high, one.unit);
}

Html measured(const Content& content, std::string_view stage) {
  PageTable table({"Metric", "Platform", "Median", "Interval of the median", "Least", "Greatest", "n"});
  for (size_t i = 0; i < content.facts.measurements.size(); ++i) {
    const Measurement& one = content.facts.measurements[i];
    if (one.stage != stage) continue;
    const std::string path = fmt::format("/measurements/{}", i);
    table.row({text(one.metric) + (one.item.empty() ? Html() : " " + text(one.item)), name(one.platform),
               figure(path + "/median", one.median, one.unit), interval_of(one, path),
               figure(path + "/least", one.least, one.unit), figure(path + "/greatest", one.greatest, one.unit),
               figure(path + "/n", one.n) + text(one.of_runs ? " runs" : "")});
  }
  return table.empty() ? Html() : table.html();
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
      "Summaries, not judgements. The interval holds the median of what was measured with the confidence that is "
      "given; runs count once each, by their own median.");
  for (const auto& stage : stages) inner += element("h3", "Stage " + text(stage)) + measured(content, stage);
  return stages.empty() ? Html() : section("measurements", "Speed and basics", inner);
}

}  // namespace pilotage
