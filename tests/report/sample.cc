// SPDX-License-Identifier: Apache-2.0
#include "report/sample.h"

#include <string>

namespace pilotage {
namespace {

std::string digest_like(char letter) { return std::string(64, letter); }

Platform platform(std::string name, Role role, std::string precision) {
  return {.name = std::move(name),
          .role = role,
          .profile = "cpu",
          .device = "cpu",
          .precision = std::move(precision),
          .threads = 2};
}

std::vector<Criterion> criteria() {
  const std::string workload = "search";
  return {
      {.id = "recall",
       .workload = workload,
       .metric = "retrieval.recall_at_10",
       .rule = Rule::kNonInferior,
       .margin = Margin{0.01, Scale::kAbsolute},
       .unit = "1",
       .expected_flips = 0.03,
       .accept_underpowered = "A pilot on one small corpus; the larger one follows if this passes."},
      {.id = "flips",
       .workload = workload,
       .metric = "flip_rate",
       .statistic = Statistic::kShare,
       .rule = Rule::kAtMost,
       .limit = 0.02,
       .unit = "1"},
      {.id = "cosine",
       .workload = workload,
       .metric = "embedding.cosine",
       .statistic = Statistic::kMin,
       .rule = Rule::kAtLeast,
       .limit = 0.99,
       .unit = "1",
       .gate = Gate::kNumeric},
      {.id = "throughput",
       .workload = workload,
       .metric = "throughput.items",
       .rule = Rule::kRatioAtLeast,
       .limit = 1.2,
       .unit = "1",
       .gate = Gate::kLatency},
  };
}

Plan search_plan() {
  Plan plan;
  plan.file = "search.toml";
  plan.name = "search";
  plan.question = "May the documentation search move from fp32 to a cheaper precision on the same machine?";
  plan.platforms = {platform("cpu-fp32", Role::kReference, "fp32"), platform("cpu-bf16", Role::kCandidate, "bf16"),
                    platform("cpu-int8", Role::kCandidate, "int8")};
  plan.workloads = {{.name = "search", .entry = "workload.py", .data = "items.jsonl"}};
  plan.criteria = criteria();
  return plan;
}

Json counts(int64_t a, int64_t b, int64_t c, int64_t d, double mcnemar) {
  Json json = Json::object();
  json.set("a", a).set("b", b).set("c", c).set("d", d);
  return json.set("mcnemar_mid_p", mcnemar);
}

Judgement recall(const Criterion& criterion, std::string candidate) {
  Judgement one{.criterion = criterion,
                .candidate = std::move(candidate),
                .outcome = Outcome::kPass,
                .method = "Tango score interval, paired (Tango 1998)",
                .n = 1850,
                .limit = -0.01,
                .unit = "1"};
  one.reference_value = 1277.0 / 1850;
  return one;
}

Judgement bf16_recall(const Criterion& criterion) {
  Judgement one = recall(criterion, "cpu-bf16");
  one.candidate_value = 1275.0 / 1850;
  one.value = -2.0 / 1850;
  one.interval = Interval{-0.0035706420938794304, 0.0009593748241933643, 0.9};
  one.reason = "the whole interval lies above the margin of -0.01";
  one.details = counts(1274, 1, 3, 572, 0.375);
  return one;
}

Judgement int8_recall(const Criterion& criterion) {
  Judgement one = recall(criterion, "cpu-int8");
  one.outcome = Outcome::kInconclusive;
  one.candidate_value = 1272.0 / 1850;
  one.value = -5.0 / 1850;
  one.interval = Interval{-0.013583397516957035, 0.008140983311270977, 0.9};
  one.reason = "the interval reaches from below the margin of -0.01 to above it";
  one.would_change = "9,240 items would decide it at the flip rate that was seen";
  one.details = counts(1201, 71, 76, 502, 0.6805);
  return one;
}

Judgement flips(const Criterion& criterion, std::string candidate, int64_t changed, Interval interval,
                Outcome outcome) {
  Judgement one{.criterion = criterion,
                .candidate = std::move(candidate),
                .outcome = outcome,
                .method = "Clopper-Pearson limits of a share",
                .n = 1850,
                .limit = 0.02,
                .interval = interval,
                .unit = "1"};
  one.value = static_cast<double>(changed) / 1850;
  one.reason = outcome == Outcome::kPass ? "the upper limit of the share lies below 0.02"
                                         : "the lower limit of the share, 0.0693, lies above 0.02";
  one.would_change = outcome == Outcome::kPass ? "" : "a candidate that changes fewer answers";
  return one;
}

Judgement cosine(const Criterion& criterion, std::string candidate, double value, Outcome outcome) {
  Judgement one{.criterion = criterion,
                .candidate = std::move(candidate),
                .outcome = outcome,
                .method = "the smallest value itself",
                .n = 3700,
                .value = value,
                .limit = 0.99,
                .unit = "1"};
  one.reason = outcome == Outcome::kPass ? "the smallest cosine is above 0.99" : "the smallest cosine is below 0.99";
  return one;
}

Judgement bf16_throughput(const Criterion& criterion) {
  Judgement one{.criterion = criterion,
                .candidate = "cpu-bf16",
                .outcome = Outcome::kPass,
                .method = "Welch t interval of the logarithms, over runs",
                .n = 10,
                .value = 2.1525,
                .limit = 1.2,
                .interval = Interval{2.0871, 2.2204, 0.9},
                .unit = "1"};
  one.reference_value = 14.57;
  one.candidate_value = 31.36;
  one.reason = "the whole interval lies above 1.2";
  one.details = Json::object().set("runs_reference", 5).set("runs_candidate", 5);
  return one;
}

Judgement int8_throughput(const Criterion& criterion) {
  return {.criterion = criterion,
          .candidate = "cpu-int8",
          .outcome = Outcome::kNotJudged,
          .limit = 1.2,
          .unit = "1",
          .reason = "quality has not passed: speed without right answers is no gain",
          .would_change = "a candidate whose quality passes"};
}

Verdict search_verdict(const Plan& plan) {
  const auto& all = plan.criteria;
  Verdict verdict{.seal = digest_like('5'),
                  .plan_digest = digest_like('a'),
                  .rechecked = "the chain of all 24,318 records; artifacts by name and size only"};
  verdict.candidates = {
      {.candidate = "cpu-bf16",
       .decision = Decision::kGoWithConditions,
       .judgements = {cosine(all[2], "cpu-bf16", 0.99991, Outcome::kPass), bf16_recall(all[0]),
                      flips(all[1], "cpu-bf16", 4, {0.0007388768634706833, 0.004940959700567682, 0.9}, Outcome::kPass),
                      bf16_throughput(all[3])},
       .conditions = {"recall was accepted although the sample is small: " + all[0].accept_underpowered}},
      {.candidate = "cpu-int8",
       .decision = Decision::kNoGo,
       .judgements = {cosine(all[2], "cpu-int8", 0.8413, Outcome::kFail), int8_recall(all[0]),
                      flips(all[1], "cpu-int8", 147, {0.06934631869465806, 0.09057546289119528, 0.9}, Outcome::kFail),
                      int8_throughput(all[3])},
       .conditions = {}}};
  return verdict;
}

void add_found(Facts& facts, const std::string& platform) {
  const std::pair<const char*, const char*> host[] = {
      {"cpu.model", "Intel(R) Xeon(R) Platinum 8481C"}, {"cpu.cores", "2"},           {"memory.bytes", "16787849216"},
      {"os", "Debian GNU/Linux 12 (bookworm)"},         {"kernel", "6.1.0-31-amd64"}, {"governor", "performance"}};
  const std::pair<const char*, const char*> torch[] = {{"torch", "2.13.0+cpu"},
                                                       {"python", "3.11.2"},
                                                       {"cpu_capability", "AVX512"},
                                                       {"threads", "2"},
                                                       {"packages.transformers", "5.24.0"},
                                                       {"packages.numpy", "2.3.4"}};
  for (const auto& [name, value] : host) facts.environment.push_back({platform, "host", name, value});
  for (const auto& [name, value] : torch) facts.environment.push_back({platform, "torch.env", name, value});
}

struct Timed {
  const char* platform;
  double batch;
  double items;
};

void add_measurements(Facts& facts) {
  const std::tuple<const char*, double, const char*> gemm[] = {
      {"fp32", 195.2e9, "FLOP/s"}, {"bf16", 387.4e9, "FLOP/s"}, {"int8", 916.1e9, "OP/s"}};
  for (const char* platform : {"cpu-fp32", "cpu-bf16", "cpu-int8"}) {
    for (const auto& [format, rate, unit] : gemm) {
      facts.measurements.push_back({.stage = "basics",
                                    .platform = platform,
                                    .probe = "gemm",
                                    .metric = std::string("gemm.") + format + ".flops",
                                    .item = "2048x2048x2048",
                                    .unit = unit,
                                    .n = 20,
                                    .median = rate,
                                    .least = rate * 0.96,
                                    .greatest = rate * 1.02,
                                    .low = rate * 0.99,
                                    .high = rate * 1.01,
                                    .confidence = 0.9586});
    }
  }
  for (const Timed& one :
       {Timed{"cpu-fp32", 2.196, 14.57}, Timed{"cpu-bf16", 1.0203, 31.36}, Timed{"cpu-int8", 0.8821, 36.27}}) {
    facts.measurements.push_back({.stage = "serving",
                                  .platform = one.platform,
                                  .workload = "search",
                                  .probe = "torch.run",
                                  .metric = "latency.batch",
                                  .unit = "s",
                                  .n = 5,
                                  .of_runs = true,
                                  .median = one.batch,
                                  .least = one.batch * 0.985,
                                  .greatest = one.batch * 1.03});
    facts.measurements.push_back({.stage = "serving",
                                  .platform = one.platform,
                                  .workload = "search",
                                  .probe = "torch.run",
                                  .metric = "throughput.items",
                                  .unit = "item/s",
                                  .n = 5,
                                  .of_runs = true,
                                  .median = one.items,
                                  .least = one.items * 0.97,
                                  .greatest = one.items * 1.02});
  }
}

void add_cases(Facts& facts) {
  for (const char* platform : {"cpu-fp32", "cpu-bf16", "cpu-int8"}) {
    const auto add = [&](const char* stage, const char* probe, const char* workload, int64_t run, double seconds) {
      facts.cases.push_back({stage, platform, workload, probe, run, CaseState::kCompleted, seconds, ""});
    };
    add("device", "host", "", 0, 0.3);
    add("device", "torch.env", "", 0, 2.4);
    add("basics", "gemm", "", 0, 11.2);
    add("answers", "torch.run", "search", 0, 79);
    for (int64_t run = 0; run < 5; ++run) add("serving", "torch.run", "search", run, 14.1);
  }
  facts.cases.push_back(
      {"basics", "cpu-int8", "", "memory", 0, CaseState::kFailed, 3.1, "time_limit: the case took longer than 3 s"});
  facts.cases.push_back({"serving", "cpu-int8", "search", "torch.run", 5, CaseState::kNotRun, std::nullopt,
                         "the budget of 0.2 hours was used up"});
}

Facts search_facts() {
  Facts facts;
  facts.head = {24318, digest_like('c')};
  facts.observations = 24105;
  facts.artifacts_total = 6;
  facts.attempts_total = 29;
  facts.attempts_of_other_seals = 2;
  facts.sealed = "2026-08-11T09:30:02Z";
  facts.last_started = "2026-08-11T09:41:27Z";
  facts.data = {{"search", "items.jsonl", digest_like('d'), 1850}};
  for (const char* platform : {"cpu-fp32", "cpu-bf16", "cpu-int8"}) {
    add_found(facts, platform);
    facts.artifacts.push_back(
        {platform, "torch.run", "outputs", "application/x-safetensors", digest_like('e'), 5683240});
  }
  add_cases(facts);
  add_measurements(facts);
  facts.events = {{"stopped", "", "", "the budget of 0.2 hours was used up"}};
  return facts;
}

// Names that would do harm if they were more than text.
constexpr const char* kScript = "<script>alert(1)</script>";
constexpr const char* kQuotes = "\"><img src=x onerror=alert(2)>'";
constexpr const char* kTurned = "safe\u202Eno\u202C-\u200Fmodel";
constexpr const char* kBroken = "bad\xff\x01\x1b[31mbytes";

}  // namespace

Sample search_sample() {
  const Plan plan = search_plan();
  return {plan, search_verdict(plan), search_facts()};
}

Sample hostile_sample() {
  Sample sample = search_sample();
  sample.plan.name = kScript;
  sample.plan.question = std::string(kQuotes) + kTurned + kBroken;
  sample.plan.platforms[1].name = kQuotes;
  sample.plan.platforms[2].name = std::string(400, 'x') + kScript;
  sample.plan.platforms[1].launcher = {"ssh", kScript};
  sample.plan.criteria[0].id = kScript;
  sample.plan.criteria[1].metric = kTurned;
  CandidateVerdict& candidate = sample.verdict.candidates[0];
  candidate.candidate = kQuotes;
  candidate.conditions = {kScript};
  for (auto& judgement : candidate.judgements) {
    judgement.candidate = kQuotes;
    judgement.unit = "</svg><script>alert(3)</script>";
    judgement.reason = judgement.method = judgement.would_change = std::string(kBroken) + kScript;
    judgement.refusals = {{kScript, kQuotes}};
  }
  candidate.judgements[1].criterion.id = kScript;
  sample.verdict.integrity = {{kScript, kQuotes}};
  sample.facts.environment.push_back({kQuotes, "host", kScript, kScript});
  sample.facts.events.push_back({kScript, kQuotes, kTurned, kScript});
  sample.facts.artifacts.push_back({kQuotes, kScript, kQuotes, kScript, kQuotes, 1});
  sample.facts.cases.push_back({"basics", kQuotes, kScript, kScript, 0, CaseState::kFailed, 1.0, kScript});
  return sample;
}

}  // namespace pilotage
