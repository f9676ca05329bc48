// SPDX-License-Identifier: Apache-2.0
// A criterion must be able to come true: its metric is one that the plan yields, its rule fits that metric's values,
// its margin or limit is there and in the metric's unit.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "plan/check.h"
#include "plan/metrics.h"

namespace pilotage {
namespace {

bool takes_margin(Rule rule) { return rule == Rule::kNonInferior || rule == Rule::kEquivalent; }
bool takes_ratio(Rule rule) { return rule == Rule::kRatioAtLeast || rule == Rule::kRatioAtMost; }

class CriterionCheck {
 public:
  CriterionCheck(const Plan& plan, size_t index, const Places& places, Mistakes& mistakes)
      : plan_(plan), one_(plan.criteria[index]), index_(index), places_(places), mistakes_(mistakes) {}

  void run() {
    if (has("rule")) check_margin_or_limit();
    const auto metric = find_metric();
    if (!metric) return;
    if (has("rule")) {
      check_rule(*metric);
      check_unit(*metric);
      check_share(*metric);
    }
    check_statistic(*metric);
  }

 private:
  bool has(std::string_view key) const { return places_.has("criterion", index_, key); }
  void add(std::string_view key, std::string text) {
    mistakes_.add(places_.of("criterion", index_, key), std::move(text));
  }

  // A key that could not be read has its mistake already; here only what is absent or one too many.
  void check_margin_or_limit() {
    const std::string_view needed = takes_margin(one_.rule) ? "margin" : "limit";
    const std::string_view other = takes_margin(one_.rule) ? "limit" : "margin";
    if (has(other)) {
      add(other, fmt::format("the rule \"{}\" takes no \"{}\" but a \"{}\"", word(one_.rule), other, needed));
    }
    if (has(needed) || places_.is_wrong("criterion", index_, needed)) return;
    add("rule", fmt::format("the rule \"{}\" needs the key \"{}\"", word(one_.rule), needed));
  }

  std::optional<PlannedMetric> find_metric() {
    if (!has("metric")) return std::nullopt;
    if (!one_.workload.empty() && plan_.workload(one_.workload) == nullptr) {
      std::vector<std::string_view> names;
      for (const auto& workload : plan_.workloads) names.push_back(workload.name);
      add("workload", "no workload " + shown(one_.workload) + suggestion(one_.workload, names));
      return std::nullopt;
    }
    if (!metrics_are_known()) return std::nullopt;
    const auto metrics = metrics_for(one_, plan_);
    const auto found =
        std::find_if(metrics.begin(), metrics.end(), [&](const auto& m) { return m.name == one_.metric; });
    if (found != metrics.end()) return *found;
    unknown_metric(metrics);
    return std::nullopt;
  }

  // Not where what they follow from could not be read: that has been said, and names would be guessed.
  bool metrics_are_known() const {
    if (one_.workload.empty()) return true;
    const auto index = static_cast<size_t>(plan_.workload(one_.workload) - plan_.workloads.data());
    return !places_.is_wrong("workload", index, "kind") && !places_.is_wrong("workload", index, "score") &&
           !places_.is_wrong("workload.score", index, "kind") && !places_.is_wrong("workload.score", index, "k");
  }

  void unknown_metric(const std::vector<PlannedMetric>& metrics) {
    const std::string who = one_.workload.empty() ? "[basics]" : "the workload " + shown(one_.workload);
    for (const auto& workload : plan_.workloads) {
      if (!one_.workload.empty()) break;
      for (const auto& metric : metrics_of(workload)) {
        if (metric.name == one_.metric) {
          return add("", "[[criterion]] needs the key \"workload\": " + metric.name + " is one's");
        }
      }
    }
    std::vector<std::string_view> names;
    for (const auto& metric : metrics) names.push_back(metric.name);
    add("metric", fmt::format("{} yields no metric {}{}{}", who, shown(one_.metric), suggestion(one_.metric, names),
                              missing_score(one_.metric)));
  }

  std::string_view missing_score(std::string_view metric) const {
    const Workload* workload = plan_.workload(one_.workload);
    if (workload == nullptr || !workload->scoring.kind.empty()) return "";
    return metric.starts_with("retrieval.") || metric == "flip_rate" ? "; it needs a \"score\" in the workload" : "";
  }

  void check_rule(const PlannedMetric& metric) {
    if (takes_margin(one_.rule) && metric.values != Values::kScore) {
      add("rule", fmt::format("the rule \"{}\" compares scores item by item; {} has none{}", word(one_.rule),
                              metric.name, scores_instead()));
    }
    if (takes_ratio(one_.rule) && metric.values == Values::kOnce) {
      add("rule", fmt::format("the rule \"{}\" needs several runs on each side; {} is measured once: use at_most or "
                              "at_least",
                              word(one_.rule), metric.name));
    }
    if (takes_ratio(one_.rule) && metric.values == Values::kPair) {
      add("rule",
          fmt::format("the rule \"{}\" divides the candidate's value by the reference's; {} is one value between "
                      "the two: use at_most or at_least",
                      word(one_.rule), metric.name));
    }
    if (takes_ratio(one_.rule) && metric.values == Values::kScore) {
      add("rule", fmt::format("the rule \"{}\" is for speeds and times; for {} use non_inferior with a margin such as "
                              "\"0.01 rel\"",
                              word(one_.rule), metric.name));
    }
  }

  std::string scores_instead() const {
    std::string names;
    for (const auto& metric : metrics_for(one_, plan_)) {
      if (metric.values == Values::kScore) names += (names.empty() ? "" : ", ") + metric.name;
    }
    return names.empty() ? "; this workload has no \"score\"" : "; it can be asked of " + names;
  }

  void check_unit(const PlannedMetric& metric) {
    const std::string_view key = takes_margin(one_.rule) ? "margin" : "limit";
    if (!has(key)) return;
    const bool pure = takes_ratio(one_.rule) || (one_.margin && one_.margin->scale == Scale::kRelative);
    const std::string wanted = pure ? "1" : metric.unit;
    if (one_.unit != wanted) {
      const std::string needs = wanted == "1" ? "a pure number" : "in " + wanted + " or a multiple of it";
      add(key, fmt::format("\"{}\" must be {}, this is in {}", key, needs, one_.unit == "1" ? "no unit" : one_.unit));
    }
    if (takes_ratio(one_.rule) && *one_.limit <= 0) add(key, "a ratio is above 0");
    if (takes_margin(one_.rule) && pure && one_.margin->value >= 1) add(key, "a relative margin is below 1");
  }

  // A share is judged by its exact limits, which never reach 0 or 1: a rule there could never pass, or never fail.
  void check_share(const PlannedMetric& metric) {
    if (!metric.binary || one_.unit != "1") return;
    const bool outside = one_.limit && (*one_.limit <= 0 || *one_.limit >= 1);
    if (!takes_margin(one_.rule) && outside) add("limit", "the limit of a share is above 0 and below 1");
    const bool too_wide = one_.margin && one_.margin->scale == Scale::kAbsolute && one_.margin->value >= 1;
    if (takes_margin(one_.rule) && too_wide) add("margin", "the margin of a share is below 1");
  }

  void check_statistic(const PlannedMetric& metric) {
    const bool share = one_.statistic == Statistic::kShare;
    if (metric.binary != share) {
      add("statistic", metric.binary
                           ? fmt::format("the values of {} are 0 or 1: the statistic is \"share\"", metric.name)
                           : fmt::format("\"share\" asks for values of 0 or 1; {} has others: use mean", metric.name));
    } else if (has("rule") && takes_margin(one_.rule) && !share && one_.statistic != Statistic::kMean) {
      add("statistic", fmt::format("the rule \"{}\" is for means and shares", word(one_.rule)));
    }
  }

  const Plan& plan_;
  const Criterion& one_;
  size_t index_;
  const Places& places_;
  Mistakes& mistakes_;
};

}  // namespace

void check_criteria(const Plan& plan, const Places& places, Mistakes& mistakes) {
  if (plan.criteria.empty()) return mistakes.add({1, 1}, "no criterion: [[criterion]] is needed");
  std::set<std::string_view> seen;
  for (size_t i = 0; i < plan.criteria.size(); ++i) {
    if (mistakes.full()) return;
    const std::string& id = plan.criteria[i].id;
    if (!id.empty() && !seen.insert(id).second) {
      mistakes.add(places.of("criterion", i, "id"), "a second criterion with the id " + shown(id));
    }
    CriterionCheck(plan, i, places, mistakes).run();
  }
}

}  // namespace pilotage
