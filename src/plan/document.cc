// SPDX-License-Identifier: Apache-2.0
#include "plan/document.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "base/units.h"
#include "plan/form.h"
#include "plan/keys.h"
#include "plan/metrics.h"
#include "plan/value.h"

namespace pilotage {
namespace {

constexpr std::string_view kBeforeReference =
    "# The plan file\n"
    "\n"
    "A pilot is one TOML file. `pilotage init` writes a commented one, `pilotage plan check` reports every mistake of "
    "it\n"
    "at once, and nothing unknown is ignored. This page is made from the table in `src/plan/keys.cc`.\n"
    "\n"
    "Paths are relative to the plan's folder unless it is said otherwise; only `root` and `python`, which lie on a\n"
    "platform's host, may be absolute. The evidence goes beside the plan, into the folder `NAME.evidence`.\n"
    "\n"
    "What is sealed: every value with its default filled in, but for `root`, `python` and `signing_key`, which say "
    "where\n"
    "something lies and nothing of what is measured.\n";

struct RuleHelp {
  Rule rule;
  std::string_view takes;
  std::string_view help;
};
constexpr RuleHelp kRuleHelp[] = {
    {Rule::kNonInferior, "margin",
     "the candidate's mean or share is at most the margin worse than the reference's, "
     "compared item by item"},
    {Rule::kEquivalent, "margin", "it is neither worse nor better by more than the margin, compared item by item"},
    {Rule::kAtMost, "limit", "the candidate's value is at most the limit; a share by its confidence limit"},
    {Rule::kAtLeast, "limit", "the candidate's value is at least the limit; a share by its confidence limit"},
    {Rule::kRatioAtLeast, "limit", "candidate divided by reference is at least the limit, over repeated runs"},
    {Rule::kRatioAtMost, "limit", "candidate divided by reference is at most the limit, over repeated runs"},
};

// ---- docs/plan.md ----

std::string default_text(const Key& key) {
  if (key.need == Need::kRequired) return "required";
  Plan fresh = fresh_plan();
  const Json value = value_of(key.slot(fresh, 0));
  const auto text = value.canonical();
  const bool nothing = value.is_null() || text == "\"\"" || text == "[]" || text == "{}";
  return nothing ? "–" : "`" + text + "`";
}

std::string bounds_text(const Key& key) {
  const auto words = words_of(key);
  if (!words.empty()) return "`" + join(std::vector<std::string>(words.begin(), words.end()), "` `") + "`";
  switch (key.form) {
    case Form::kOpen: return fmt::format("above {}, below {}", bound_text(key.low), bound_text(key.high));
    case Form::kClosed: return fmt::format("{} to {}", bound_text(key.low), bound_text(key.high));
    case Form::kId: return "a-z 0-9 `_` `-`";
    case Form::kVariable: return "names of variables";
    case Form::kPath: return "a path inside the plan's folder";
    case Form::kLoosePath: return "a relative path";
    case Form::kKeyPath: return "a relative path, or below `~/`";
    case Form::kHostPath: return "a path on the host";
    case Form::kCommand: return "a program and its arguments";
    case Form::kMetric: return "a metric of the plan";
    case Form::kCurrency: return "three letters A-Z";
    default: return "";
  }
}

std::string row_of(const Key& key) {
  Plan fresh = fresh_plan();
  const std::string bounds = bounds_text(key);
  return fmt::format("| `{}` | {}{}{} | {} | {} |\n", key.name, type_name(key.slot(fresh, 0)),
                     bounds.empty() ? "" : ": ", bounds, default_text(key), key.help);
}

std::string reference_of(const Section& section) {
  std::string out = fmt::format("\n## `{}`\n\n{}\n\n| key | type | default | meaning |\n|---|---|---|---|\n",
                                section.heading, section.help);
  for (const Key* key : keys_of(section.name)) out += row_of(*key);
  return out;
}

std::string reference_of_rules() {
  std::string out = "\n## Rules\n\n| rule | takes | passes where |\n|---|---|---|\n";
  for (const auto& [rule, takes, help] : kRuleHelp) {
    out += fmt::format("| `{}` | `{}` | {} |\n", word(rule), takes, help);
  }
  return out;
}

std::string reference_of_metrics(std::string_view title, const std::vector<PlannedMetric>& metrics) {
  constexpr std::string_view kUse[] = {"any rule but ratios", "at_most, at_least", "at_most, at_least, ratios",
                                       "at_most, at_least", "at_most, at_least, ratios"};
  std::string out = fmt::format("\n{}\n\n| metric | unit | rules | values |\n|---|---|---|---|\n", title);
  for (const auto& one : metrics) {
    out += fmt::format("| `{}` | {} | {} | {}{} |\n", one.name, one.unit, kUse[static_cast<size_t>(one.values)],
                       one.binary ? "0 or 1: " : "", one.what);
  }
  return out;
}

std::string reference_of_units() {
  std::vector<std::string> names;
  for (const auto& unit : known_units()) names.emplace_back(unit.name);
  return "\n## Units\n\n`" + join(names, "` `") + "`\n";
}

std::string all_metrics() {
  Workload workload;
  workload.scoring.kind = "retrieval";
  Basics basics{.gemm_sizes = {512}, .gemm_formats = {"fp32", "bf16", "int8"}, .memory_mib = 256};
  return "\n## Metrics\n" +
         reference_of_metrics(
             "Of a workload of kind `embed` with a `retrieval` score (`k = 10`); without the score only "
             "those from `embedding.cosine` on, of the other kinds those from `throughput.items` on:",
             metrics_of(workload)) +
         reference_of_metrics("Of `[basics]`, for criteria without `workload`:", metrics_of(basics));
}

// ---- pilotage init ----

// The keys that the commented plan sets although they have a default, because an example without them says little.
bool is_shown(const Key& key) {
  if (key.need == Need::kRequired) return true;
  const std::string name = fmt::format("{}.{}", key.section, key.name);
  constexpr std::string_view kShown[] = {"pilot.question",       "platform.device",         "platform.precision",
                                         "criterion.workload",   "criterion.statistic",     "criterion.margin",
                                         "criterion.confidence", "criterion.expected_flips"};
  return std::find(std::begin(kShown), std::end(kShown), name) != std::end(kShown);
}

// Breaks a help text into comment lines.
std::string comment(std::string_view text) {
  std::string out = "#";
  size_t column = 1;
  for (const auto& one : split(text, ' ')) {
    if (column + one.size() + 1 > 100) {
      out += "\n#";
      column = 1;
    }
    out += ' ' + one;
    column += one.size() + 1;
  }
  return out + "\n";
}

std::string line_of(const Key& key) {
  const char* mark = is_shown(key) ? "" : "# ";
  return comment(key.help) + fmt::format("{}{} = {}\n", mark, key.name, key.example);
}

std::string score_line() {
  std::vector<std::string> parts;
  for (const Key* key : keys_of("workload.score")) parts.push_back(fmt::format("{} = {}", key->name, key->example));
  return comment("How outputs become a score per item. Without it they are compared but not scored.") + "score = { " +
         join(parts, ", ") + " }\n";
}

std::string candidate() {
  return "\n[platform.new]\nrole = \"candidate\"\nprofile = \"cpu\"\ndevice = \"cpu\"\nprecision = \"bf16\"\n";
}

std::string commented(const Section& section) {
  if (section.name == "override") {  // nothing to override yet
    return "\n" + comment(section.help) + "# [[override]]\n# platform = \"new\"\n# finding = \"…\"\n# reason = \"…\"\n";
  }
  const std::string heading = section.shape == Shape::kNamed ? "[platform.today]" : std::string(section.heading);
  std::string out = "\n" + comment(section.help) + heading + "\n";
  for (const Key* key : keys_of(section.name)) out += line_of(*key);
  if (section.name == "workload") out += score_line();
  if (section.name == "platform") out += candidate();
  return out;
}

}  // namespace

std::string plan_reference() {
  std::string out(kBeforeReference);
  for (const auto& section : plan_sections()) out += reference_of(section);
  return out + reference_of_rules() + all_metrics() + reference_of_units();
}

std::string commented_plan() {
  std::string out =
      "# A pilot: may a workload move from one platform to another? Fill in what differs, delete what is not needed.\n"
      "# `pilotage plan check` reports every mistake at once; docs/plan.md lists every key.\n";
  for (const auto& section : plan_sections()) {
    if (section.shape != Shape::kInner) out += commented(section);
  }
  return out;
}

}  // namespace pilotage
