// SPDX-License-Identifier: Apache-2.0
// A plan file walked along the table of keys: every key is known or a mistake, every value is checked by its row, then
// the checks that need more than one value. Nothing stops at the first mistake but a file that is no TOML.
#include <fmt/core.h>

#include <algorithm>

#include "plan/check.h"
#include "plan/form.h"
#include "plan/keys.h"
#include "plan/metrics.h"
#include "plan/value.h"

namespace pilotage {
namespace {

constexpr const char* kHint = "docs/plan.md lists every key; `pilotage init` writes a commented plan";
constexpr TomlPlace kStart{.line = 1, .column = 1};

class PlanReader {
 public:
  PlanReader(Plan& plan, Places& places, Mistakes& mistakes) : plan_(plan), places_(places), mistakes_(mistakes) {}

  void read(const TomlNode& document) {
    for (const auto& member : *document.table_if()) read_section(member);
    for (const auto& section : plan_sections()) {
      if (section.shape == Shape::kSingle && document.find(section.name) == nullptr) require_keys(section, {}, kStart);
    }
  }

 private:
  void read_section(const TomlNode::Member& member) {
    const Section* section = section_named(member.key);
    if (section == nullptr) return unknown_section(member);
    if (section->shape == Shape::kSingle) return read_table(*section, 0, member.node, member.place);
    if (section->shape == Shape::kNamed) return read_named(*section, member);
    read_list(*section, member);
  }

  static const Section* section_named(std::string_view name) {
    const auto sections = plan_sections();
    const auto found = std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.name == name; });
    return found != sections.end() && found->shape != Shape::kInner ? &*found : nullptr;
  }

  void unknown_section(const TomlNode::Member& member) {
    std::vector<std::string_view> names;
    for (const auto& section : plan_sections()) {
      if (section.shape != Shape::kInner) names.push_back(section.name);
    }
    mistakes_.add(member.place, "unknown section " + shown(member.key) + suggestion(member.key, names));
  }

  // [platform.NAME]
  void read_named(const Section& section, const TomlNode::Member& member) {
    const auto* table = member.node.table_if();
    if (table == nullptr) return wrong_shape(section, member.node.place);
    for (const auto& one : *table) {
      if (mistakes_.full()) return;
      if (one.node.table_if() == nullptr) {
        wrong_shape(section, one.place);
        continue;
      }
      if (!is_id(one.key) || one.key.empty() || one.key.size() > kMaxName) {
        mistakes_.add(one.place, fmt::format("the name of a {} must be of a-z, 0-9, `_` and `-`, at most {} of them, "
                                             "this is {}",
                                             section.name, kMaxName, shown(one.key)));
      }
      section.add(plan_);
      plan_.platforms.back().name = one.key;
      read_table(section, section.count(plan_) - 1, one.node, one.place);
    }
  }

  // [[workload]]
  void read_list(const Section& section, const TomlNode::Member& member) {
    const auto* array = member.node.array_if();
    if (array == nullptr) return wrong_shape(section, member.node.place);
    for (const auto& one : *array) {
      if (mistakes_.full()) return;
      section.add(plan_);
      read_table(section, section.count(plan_) - 1, one, one.place);
    }
  }

  void wrong_shape(const Section& section, TomlPlace place) {
    mistakes_.add(place, fmt::format("a {} is written as a table of its own: {}", section.name, section.heading));
  }

  void read_table(const Section& section, size_t index, const TomlNode& node, TomlPlace place) {
    const auto* table = node.table_if();
    if (table == nullptr) return wrong_shape(section, place);
    places_.set(section.name, index, "", place);
    for (const auto& member : *table) {
      if (mistakes_.full()) return;
      read_key(section, index, member);
    }
    require_keys(section, *table, place);
  }

  void read_key(const Section& section, size_t index, const TomlNode::Member& member) {
    if (const Section* inner = inner_section(section, member.key)) {
      const Read read = member.node.table_if() != nullptr ? Read::kGood : Read::kWrong;
      places_.set(section.name, index, member.key, member.place, read);
      return read_table(*inner, index, member.node, member.place);
    }
    const auto keys = keys_of(section.name);
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key* one) { return one->name == member.key; });
    if (key == keys.end()) return unknown_key(section, member);
    const auto complaints = put(member.node, **key, (*key)->slot(plan_, index));
    for (const auto& [place, text] : complaints) mistakes_.add(place, fmt::format("\"{}\" {}", member.key, text));
    const Read read = complaints.empty() ? Read::kGood : Read::kWrong;
    places_.set(section.name, index, member.key, member.node.place, read);
  }

  // `score` in a workload: the section `workload.score`.
  static const Section* inner_section(const Section& parent, std::string_view key) {
    for (const auto& section : plan_sections()) {
      if (section.shape == Shape::kInner && section.name == fmt::format("{}.{}", parent.name, key)) return &section;
    }
    return nullptr;
  }

  void unknown_key(const Section& section, const TomlNode::Member& member) {
    std::vector<std::string_view> names;
    for (const Key* key : keys_of(section.name)) names.push_back(key->name);
    if (section.name == "workload") names.push_back("score");
    mistakes_.add(member.place, fmt::format("unknown key {} in {}{}", shown(member.key), section.heading,
                                            suggestion(member.key, names)));
  }

  void require_keys(const Section& section, const TomlNode::Table& table, TomlPlace place) {
    for (const Key* key : keys_of(section.name)) {
      if (key->need == Need::kOptional) continue;
      const bool there = std::any_of(table.begin(), table.end(), [&](const auto& one) { return one.key == key->name; });
      if (!there) mistakes_.add(place, fmt::format("{} needs the key \"{}\"", section.heading, key->name));
    }
  }

  Plan& plan_;
  Places& places_;
  Mistakes& mistakes_;
};

// The mean of values that are 0 or 1 is a share: one thing, kept and sealed under one name.
void name_shares(Plan& plan) {
  for (Criterion& criterion : plan.criteria) {
    for (const PlannedMetric& metric : metrics_for(criterion, plan)) {
      const bool is_share = metric.binary && metric.name == criterion.metric;
      if (is_share && criterion.statistic == Statistic::kMean) criterion.statistic = Statistic::kShare;
    }
  }
}

}  // namespace

Result<Plan> parse_plan(std::string_view text, const std::filesystem::path& file) {
  if (text.size() > kMaxPlanBytes) {
    return usage_error(
        fmt::format("{}: a plan has at most {} bytes, this has {}", file.string(), kMaxPlanBytes, text.size()));
  }
  const TomlNode document = TRY(parse_toml_of(file, text, kHint));
  Plan plan;
  plan.file = file;
  Places places;
  Mistakes mistakes;
  PlanReader(plan, places, mistakes).read(document);
  name_shares(plan);
  check_pilot(plan, places, mistakes);
  check_platforms(plan, places, mistakes);
  check_workloads(plan, places, mistakes);
  check_criteria(plan, places, mistakes);
  if (!mistakes.empty()) return mistakes.to_error(file, kHint);
  return plan;
}

}  // namespace pilotage
