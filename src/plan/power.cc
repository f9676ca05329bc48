// SPDX-License-Identifier: Apache-2.0
// Which power belongs to which rule: docs/formulas.md. Expected values that a plan does not state are not guessed: such
// a power is unknown, unless even the most favourable value leaves it too low.
#include "plan/power.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "plan/metrics.h"
#include "stats/alpha.h"
#include "stats/bootstrap.h"
#include "stats/power_mean.h"
#include "stats/power_paired_binary.h"
#include "stats/power_share.h"
#include "stats/welch.h"

namespace pilotage {
namespace {

struct Sample {
  int64_t n = 0;
  std::string counted;
};

// The answers of one rule: its power at n, and the n that would do.
struct RulePower {
  Answer<double> power;
  Answer<int64_t> needed;
  std::string assumed;  // `for 3 % flips and no true difference`
};

Answer<int64_t> lasting(const Answer<SampleSize>& size) {
  if (!size) return {size.reason(), size.n()};
  return {size->lasting, size.n()};
}

Answer<int64_t> at_least(int64_t fewest, const Answer<int64_t>& needed) {
  if (!needed) return needed;
  return {std::max(fewest, *needed), needed.n()};
}

std::string percent(double share) { return six_digits(100 * share) + " %"; }

bool is_met(const Answer<double>& power, double wanted) { return power && *power >= wanted; }

class CriterionPower {
 public:
  CriterionPower(const Criterion& criterion, const PlannedMetric& metric, Sample sample)
      : one_(criterion), metric_(metric), alpha_(one_sided_alpha(criterion.confidence)) {
    finding_.criterion = one_.id;
    finding_.n = sample.n;
    finding_.counted = std::move(sample.counted);
    finding_.wanted = one_.power;
    finding_.accepted = one_.accept_underpowered;
  }

  PowerFinding find() {
    switch (one_.rule) {
      case Rule::kNonInferior:
      case Rule::kEquivalent: metric_.binary ? paired_share() : paired_mean(); break;
      case Rule::kAtMost:
      case Rule::kAtLeast: limit(); break;
      case Rule::kRatioAtLeast:
      case Rule::kRatioAtMost: ratio(); break;
    }
    return std::move(finding_);
  }

 private:
  bool two_sided() const { return one_.rule == Rule::kEquivalent; }

  // Two one-sided rules, each of power p, both pass with at least 2 p - 1 (Bonferroni).
  double one_side(double wanted) const { return two_sided() ? (1 + wanted) / 2 : wanted; }
  Answer<double> both_sides(const Answer<double>& power) const {
    if (!power || !two_sided()) return power;
    return {std::max(0.0, 2 * *power - 1), power.n()};
  }

  void paired_share() {
    const PairedBinaryDesign design{
        .margin = one_.margin->value, .flips = one_.expected_flips, .alpha = alpha_, .difference = 0};
    const RulePower answer{both_sides(tango_power(design, finding_.n)),
                           lasting(tango_sample_size(design, one_side(one_.power))),
                           "for " + percent(one_.expected_flips) + " flips and no true difference"};
    if (one_.margin->scale == Scale::kAbsolute) return decide(answer);
    // The absolute margin is this part of the reference's share, so never larger than at a share of 1.
    if (is_met(answer.power, one_.power)) return unknown("a relative margin depends on the reference's value");
    decide({answer.power, answer.needed, answer.assumed + ", even if the reference were always right"});
  }

  void paired_mean() {
    if (one_.margin->scale == Scale::kRelative) return unknown("a relative margin depends on the reference's value");
    if (!one_.expected_sd) return unknown("no expected_sd is stated");
    const PairedMeanDesign design{
        .margin = one_.margin->value, .sd = *one_.expected_sd, .alpha = alpha_, .difference = 0};
    const std::string assumed =
        "for differences with a standard deviation of " + six_digits(design.sd) + " and no true difference";
    const auto power = two_sided() ? equivalence_power(design, finding_.n) : paired_mean_power(design, finding_.n);
    const auto needed =
        two_sided() ? equivalence_sample_size(design, one_.power) : paired_mean_sample_size(design, one_.power);
    const int64_t fewest = fewest_bootstrap_items(alpha_);  // the bootstrap must agree
    const Answer<double> none(NoAnswer::kTooFew, finding_.n);
    decide({finding_.n < fewest ? none : power, at_least(fewest, needed), assumed});
  }

  void limit() {
    if (one_.statistic != Statistic::kShare) return by_the_point();
    if (metric_.name != "flip_rate") return unknown("no expected share is stated");
    const ShareDesign design{.limit = *one_.limit, .share = one_.expected_flips, .alpha = alpha_};
    const std::string assumed = "for " + percent(one_.expected_flips) + " flips";
    if (one_.rule == Rule::kAtMost) {
      return decide({at_most_power(design, finding_.n), lasting(at_most_sample_size(design, one_.power)), assumed});
    }
    decide({at_least_power(design, finding_.n), lasting(at_least_sample_size(design, one_.power)), assumed});
  }

  void ratio() {
    if (finding_.counted.empty()) return unknown("how often it is measured is the probe's choice");
    if (finding_.n < kFewestRuns) return too_few_runs();
    const double log_limit = std::log(*one_.limit);
    const double distance = one_.rule == Rule::kRatioAtLeast ? -log_limit : log_limit;
    if (distance <= 0) return unknown("how far the candidate should be beyond the reference is not stated");
    if (!one_.expected_sd) return unknown("no expected_sd is stated");
    const RatioDesign design{.distance = distance, .sd = *one_.expected_sd, .alpha = alpha_};
    decide({ratio_power(design, finding_.n), at_least(kFewestRuns, ratio_runs(design, one_.power)),
            "for runs that differ by " + percent(design.sd) + " and a true ratio of 1"});
  }

  void too_few_runs() {
    finding_.readiness = Readiness::kUnderpowered;
    finding_.needed = kFewestRuns;
    finding_.text = fmt::format("{} runs a platform are too few for their spread: at least {} are needed", finding_.n,
                                kFewestRuns);
  }

  void by_the_point() {
    finding_.readiness = Readiness::kByThePoint;
    finding_.text = "judged by the point: the value itself is held against the limit";
  }

  void unknown(std::string_view why) {
    finding_.readiness = Readiness::kUnknown;
    finding_.text = fmt::format("the power is unknown: {}", why);
  }

  void decide(const RulePower& answer) {
    if (answer.power) finding_.power = *answer.power;
    finding_.readiness = is_met(answer.power, one_.power) ? Readiness::kReady : Readiness::kUnderpowered;
    if (finding_.readiness == Readiness::kUnderpowered && answer.needed) finding_.needed = *answer.needed;
    finding_.text =
        fmt::format("{} with {} {} {}", power_text(answer.power), finding_.n, finding_.counted, answer.assumed);
    if (finding_.readiness == Readiness::kUnderpowered) finding_.text += ": " + remedy(answer.needed);
  }

  std::string power_text(const Answer<double>& power) const {
    if (!power) return "no power";
    return fmt::format("power {}{:.3f}", two_sided() && metric_.binary ? "at least " : "", *power);
  }

  std::string remedy(const Answer<int64_t>& needed) const {
    const std::string wanted = "for " + six_digits(one_.power);
    if (needed) return fmt::format("{} are needed {}", *needed, wanted);
    return fmt::format("no sample of a practical size is enough {} ({})", wanted, words(needed.reason()));
  }

  const Criterion& one_;
  const PlannedMetric& metric_;
  double alpha_;
  PowerFinding finding_;
};

PlannedMetric metric_of(const Criterion& criterion, const Plan& plan) {
  for (auto& metric : metrics_for(criterion, plan)) {
    if (metric.name == criterion.metric) return metric;
  }
  PILOTAGE_CHECK(false);  // parse_plan lets no other criterion through
  return {};
}

Sample sample_of(const Criterion& criterion, const PlannedMetric& metric, const Plan& plan,
                 const std::map<std::string, int64_t>& items) {
  const auto found = items.find(criterion.workload);
  switch (metric.values) {
    case Values::kScore:
    case Values::kPair: return {found != items.end() ? found->second : 0, "items"};
    case Values::kRun: return {plan.workload(criterion.workload)->timed_runs, "runs a platform"};
    case Values::kOnce:
    case Values::kBasic: break;
  }
  return {};
}

}  // namespace

std::vector<PowerFinding> check_power(const Plan& plan, const std::map<std::string, int64_t>& items) {
  std::vector<PowerFinding> findings;
  for (const auto& criterion : plan.criteria) {
    const PlannedMetric metric = metric_of(criterion, plan);
    findings.push_back(CriterionPower(criterion, metric, sample_of(criterion, metric, plan, items)).find());
  }
  return findings;
}

bool is_ready(const std::vector<PowerFinding>& findings) {
  for (const auto& one : findings) {
    if (one.blocks()) return false;
  }
  return true;
}

std::optional<double> joint_power(const std::vector<PowerFinding>& findings) {
  std::optional<double> product;
  for (const auto& one : findings) {
    if (one.power) product = product.value_or(1) * *one.power;
  }
  return product;
}

std::string_view word(Readiness readiness) {
  constexpr std::string_view kWords[] = {"ready", "underpowered", "unknown", "by the point"};
  return kWords[static_cast<size_t>(readiness)];
}

Json power_to_json(const PowerFinding& finding) {
  return Json::object()
      .set("criterion", finding.criterion)
      .set("readiness", word(finding.readiness))
      .set("n", finding.counted.empty() ? Json() : Json(finding.n))
      .set("counted", finding.counted)
      .set("wanted", finding.wanted)
      .set("power", finding.power)
      .set("needed", finding.needed)
      .set("accepted", finding.accepted)
      .set("blocks", finding.blocks())
      .set("text", finding.text);
}

}  // namespace pilotage
