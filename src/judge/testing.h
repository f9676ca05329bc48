// SPDX-License-Identifier: Apache-2.0
// What the judge's tests share: a small real pilot whose evidence is written sentence by sentence.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/digest.h"
#include "evidence/testing.h"
#include "judge/judge.h"
#include "plan/seal.h"

namespace pilotage {

inline const char* kRecall = "retrieval.recall_at_10";
inline const char* kRank = "retrieval.reciprocal_rank";
inline const char* kThroughput = "throughput.items";
inline const char* kLatency = "latency.batch";

// `count` times the same value.
inline std::vector<double> times(size_t count, double value) { return std::vector<double>(count, value); }
inline std::vector<double> operator+(std::vector<double> left, const std::vector<double>& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

// One criterion with its usual values; tests name what differs.
inline Criterion criterion(std::string id, std::string metric, Rule rule) {
  Criterion one;
  one.id = std::move(id);
  one.workload = "search";
  one.metric = std::move(metric);
  one.rule = rule;
  one.unit = "1";
  return one;
}
inline Criterion non_inferior(const char* metric, double margin, Scale scale = Scale::kAbsolute) {
  Criterion one = criterion("quality", metric, Rule::kNonInferior);
  one.margin = Margin{margin, scale};
  return one;
}
inline Criterion limit(const char* metric, Statistic statistic, Rule rule, double value, std::string unit = "1") {
  Criterion one = criterion("limit", metric, rule);
  one.statistic = statistic;
  one.limit = value;
  one.unit = std::move(unit);
  return one;
}
inline Criterion ratio(const char* metric, Rule rule, double value) {
  Criterion one = criterion("ratio", metric, rule);
  one.limit = value;
  return one;
}

// Reference `old`, candidates `new` and those that a test adds, one workload `search`. Everything goes into a real
// store.
class Pilot {
 public:
  explicit Pilot(std::vector<Criterion> criteria) : store(open_to_write(folder_.path())) {
    plan.name = "test";
    plan.platforms = {platform("old", Role::kReference), platform("new", Role::kCandidate)};
    Workload workload;
    workload.name = "search";
    workload.timed_runs = 0;  // tests that mean it set it
    plan.workloads = {workload};
    plan.criteria = std::move(criteria);
    plan.bootstrap_resamples = 2000;
  }

  static Platform platform(std::string name, Role role) {
    Platform one;
    one.name = std::move(name);
    one.role = role;
    one.device = "cpu";
    one.precision = "fp32";
    return one;
  }

  // Seals the plan as it stands; what is recorded from here on bears this seal.
  Pilot& seal() {
    Seal seal;
    seal.plan_digest = digest_of(plan);
    seal.data["search"] = {"data.jsonl", sha256_hex("data"), items};
    seal.time = "2026-01-02T03:04:05Z";
    seal.digest = sha256_hex(sealed_text(seal));
    expect(store.note(0, RecordKind::kSeal, seal_to_json(seal)));
    seal_ = seal.digest;
    return *this;
  }

  // An attempt with everything in order; tests spoil it before it is recorded.
  Attempt attempt(const std::string& name, const std::string& purpose, int64_t run = 0) const {
    Attempt one;
    one.seal = seal_;
    one.stage = purpose == "timing" ? "serving" : "answers";
    one.platform = name;
    one.workload = "search";
    one.probe = purpose == "timing" ? "torch.run" : "derive.scores";
    one.run = run;
    one.shared.set("data", sha256_hex("data")).set("purpose", purpose);
    one.own.set("device", "cpu").set("precision", "fp32").set("entry", sha256_hex("entry of " + name));
    one.environment_lock = sha256_hex("lock of " + name);
    one.key = sha256_hex(name + purpose + std::to_string(run) + one.probe);
    one.started = "2026-01-02T03:04:05Z";
    return one;
  }

  Sequence begin(const Attempt& one) { return expect(store.begin_attempt(one)); }
  void end(Sequence attempt) { expect(store.end_attempt(attempt, 1)); }

  Sequence record(const Attempt& one, const std::string& metric, const std::string& unit,
                  const std::vector<double>& values, bool named = true) {
    const Sequence sequence = begin(one);
    for (size_t i = 0; i < values.size(); ++i) {
      const std::string item = named ? "q" + std::to_string(i) : "";
      expect(store.add(sequence, {metric, unit, item, named ? 0 : static_cast<int64_t>(i), values[i]}));
    }
    end(sequence);
    return sequence;
  }

  // One number per item.
  Sequence scores(const std::string& name, const std::string& metric, const std::vector<double>& values) {
    return record(attempt(name, "scores"), metric, "1", values);
  }
  // One process a run, one number each.
  void runs(const std::string& name, const std::string& metric, const std::string& unit,
            const std::vector<double>& values) {
    for (size_t run = 0; run < values.size(); ++run) {
      record(attempt(name, "timing", static_cast<int64_t>(run)), metric, unit, {values[run]}, /*named=*/false);
    }
  }
  // What a stage computed between the two sides.
  Sequence pair(const std::string& metric, const std::vector<double>& values, const std::string& name = "new") {
    Attempt one = attempt(name, "scores");
    one.probe = "derive.pair";
    one.against = "old";
    one.key = sha256_hex(one.key + "pair");
    return record(one, metric, "1", values);
  }
  // The 0/1 scores of both sides, by who is right.
  void answers(size_t both, size_t won, size_t lost, size_t neither) {
    scores("old", kRecall, times(both, 1) + times(won, 0) + times(lost, 1) + times(neither, 0));
    scores("new", kRecall, times(both, 1) + times(won, 1) + times(lost, 0) + times(neither, 0));
  }

  Verdict verdict() {
    expect(store.commit());
    return expect(judge(plan, store));
  }
  // Of the only criterion for the only candidate.
  Judgement judgement() { return verdict().candidates.at(0).judgements.at(0); }

  Plan plan;
  int64_t items = 1;

 private:
  TemporaryFolder folder_;
  std::string seal_;

 public:
  Store store;
};

inline std::vector<std::string> codes(const std::vector<Refusal>& refusals) {
  std::vector<std::string> words;
  for (const Refusal& one : refusals) words.push_back(one.code);
  return words;
}

inline bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace pilotage
