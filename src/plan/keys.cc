// SPDX-License-Identifier: Apache-2.0
// Defaults do not stand here: they are those of the structs in plan.h, and whoever shows them asks a fresh one.
#include "plan/keys.h"

namespace pilotage {
namespace {

constexpr std::string_view kRoles[] = {"reference", "candidate"};
constexpr std::string_view kKinds[] = {"embed", "classify", "generate", "train"};
constexpr std::string_view kRules[] = {"non_inferior",   "at_most",       "at_least",
                                       "ratio_at_least", "ratio_at_most", "equivalent"};
constexpr std::string_view kStatistics[] = {"mean", "share", "min", "max", "median",
                                            "p50",  "p90",   "p95", "p99", "p999"};
constexpr std::string_view kGates[] = {"integrity", "numeric", "quality", "latency", "endurance", "cost"};
constexpr std::string_view kLanguages[] = {"en"};
constexpr std::string_view kScores[] = {"retrieval"};
constexpr std::string_view kFormats[] = {"fp32", "bf16", "int8"};

constexpr double kText = static_cast<double>(kMaxText);
constexpr double kName = static_cast<double>(kMaxName);
constexpr double kYear = 366.0 * 86400.0;

size_t once(const Plan&) { return 1; }

constexpr Section kSections[] = {
    {"pilot", Shape::kSingle, "[pilot]", "The question, its budget and when to stop.", once, nullptr},
    {"platform", Shape::kNamed, "[platform.NAME]",
     "Where the workload runs: one table each, exactly one of them the reference. The name is a-z, 0-9, `_` and `-`.",
     [](const Plan& p) { return p.platforms.size(); }, [](Plan& p) { p.platforms.emplace_back(); }},
    {"workload", Shape::kList, "[[workload]]", "A model with its data and its task.",
     [](const Plan& p) { return p.workloads.size(); }, [](Plan& p) { p.workloads.emplace_back(); }},
    {"workload.score", Shape::kInner, "score = { … }",
     "Inside a workload: how its outputs become a score per item. Without it they are compared but not scored.",
     [](const Plan& p) { return p.workloads.size(); }, nullptr},
    {"basics", Shape::kSingle, "[basics]",
     "What the native probes measure before any model runs. What is left out is not measured.", once, nullptr},
    {"criterion", Shape::kList, "[[criterion]]", "What must hold, agreed before results are known.",
     [](const Plan& p) { return p.criteria.size(); }, [](Plan& p) { p.criteria.emplace_back(); }},
    {"override", Shape::kList, "[[override]]",
     "Goes on after a blocking finding, for a reason that the report shows. The verdict is then at best GO WITH "
     "CONDITIONS.",
     [](const Plan& p) { return p.overrides.size(); }, [](Plan& p) { p.overrides.emplace_back(); }},
    {"seal", Shape::kSingle, "[seal]", "What is fixed with the criteria, and who signs.", once, nullptr},
};

#define PILOTAGE_SLOT(expression) [](Plan& p, [[maybe_unused]] size_t i) -> Slot { return expression; }

// A macro because a row is read as a row: only the member differs from one to the next. The tool that formats sources
// would give each of a row's ten members a line of its own.
// clang-format off
constexpr Key kKeys[] = {
    // ---- pilot ----
    {.section = "pilot", .name = "name", .form = Form::kText, .need = Need::kRequired, .low = 1, .high = 200,
     .help = "What this pilot is called in reports.", .example = "\"Search on the new chips\"",
     .slot = PILOTAGE_SLOT(&p.name)},
    {.section = "pilot", .name = "question", .form = Form::kText, .low = 0, .high = kText,
     .help = "The question that the verdict answers, in one sentence.",
     .example = "\"May the search service move from A to B?\"", .slot = PILOTAGE_SLOT(&p.question)},
    {.section = "pilot", .name = "language", .words = kLanguages, .help = "Language of the report.",
     .example = "\"en\"", .slot = PILOTAGE_SLOT(&p.language)},
    {.section = "pilot", .name = "budget_hours", .form = Form::kOpen, .low = 0, .high = 1e5,
     .help = "Hours of measuring, all platforms together. `run` stops there and judges what there is.",
     .example = "8.0", .slot = PILOTAGE_SLOT(&p.budget.hours)},
    {.section = "pilot", .name = "budget_money", .form = Form::kOpen, .low = 0, .high = 1e12,
     .help = "The same in money; needs `currency`, and `price_per_hour` of every platform that runs.",
     .example = "500.0", .slot = PILOTAGE_SLOT(&p.budget.money)},
    {.section = "pilot", .name = "currency", .form = Form::kCurrency, .low = 3, .high = 3,
     .help = "Of budget and prices, three letters.", .example = "\"EUR\"", .slot = PILOTAGE_SLOT(&p.budget.currency)},
    {.section = "pilot", .name = "stop_on_failed", .form = Form::kId, .low = 1, .high = kName,
     .help = "Ids of criteria: `run` stops when one of them has failed.", .example = "[\"recall\"]",
     .slot = PILOTAGE_SLOT(&p.stop.failed_criteria)},
    {.section = "pilot", .name = "stop_after_failed_cases", .form = Form::kClosed, .low = 1, .high = 1e6,
     .help = "`run` stops after as many cases could not be measured.", .example = "3",
     .slot = PILOTAGE_SLOT(&p.stop.failed_cases)},
    {.section = "pilot", .name = "case_limit_s", .form = Form::kClosed, .low = 1, .high = kYear,
     .help = "Seconds that one case may take before it is ended.", .example = "3600",
     .slot = PILOTAGE_SLOT(&p.limits.case_s)},
    {.section = "pilot", .name = "silence_limit_s", .form = Form::kClosed, .low = 1, .high = kYear,
     .help = "Seconds that a probe may be silent before it is ended.", .example = "600",
     .slot = PILOTAGE_SLOT(&p.limits.silence_s)},
    // ---- platform ----
    {.section = "platform", .name = "role", .need = Need::kRequired,
     .help = "The reference is what runs today, a candidate is where the workload may move.",
     .example = "\"reference\"", .slot = PILOTAGE_SLOT(&p.platforms[i].role)},
    {.section = "platform", .name = "paper", .help = "A candidate that is mapped on paper and never run.",
     .example = "false", .slot = PILOTAGE_SLOT(&p.platforms[i].paper)},
    {.section = "platform", .name = "profile", .form = Form::kId, .need = Need::kRequired, .low = 1, .high = kName,
     .help = "Folder under `profiles/` with what is known of the stack. Just one: a job never mixes vendors.",
     .example = "\"cpu\"", .slot = PILOTAGE_SLOT(&p.platforms[i].profile),
     .why_this_type = "one distributed job never mixes vendors: the collectives of one cannot speak with the other's"},
    {.section = "platform", .name = "launcher", .form = Form::kCommand, .low = 1, .high = kText,
     .help = "Words before the probe's command: how it gets to the device. Empty: this machine.",
     .example = "[\"ssh\", \"host-01\"]", .slot = PILOTAGE_SLOT(&p.platforms[i].launcher)},
    {.section = "platform", .name = "root", .form = Form::kHostPath, .low = 0, .high = kText,
     .help = "Folder on that host that holds the bundle and the workload. Empty: the plan's folder.",
     .example = "\"/srv/pilot\"", .slot = PILOTAGE_SLOT(&p.platforms[i].root), .sealed = Sealed::kNo},
    {.section = "platform", .name = "device", .form = Form::kText, .low = 0, .high = 200,
     .help = "The device in the framework's words: `cpu`, `cuda:0`. Required unless `paper`.",
     .example = "\"cpu\"", .slot = PILOTAGE_SLOT(&p.platforms[i].device)},
    {.section = "platform", .name = "precision", .form = Form::kText, .low = 0, .high = 200,
     .help = "A word of your own that the workload's entry understands. Required unless `paper`.",
     .example = "\"fp32\"", .slot = PILOTAGE_SLOT(&p.platforms[i].precision)},
    {.section = "platform", .name = "entry", .form = Form::kPath, .low = 0, .high = kText,
     .help = "An entry file of its own, where the port has other code. Empty: the workload's.",
     .example = "\"search_port.py\"", .slot = PILOTAGE_SLOT(&p.platforms[i].entry)},
    {.section = "platform", .name = "environment", .form = Form::kVariable, .low = 1, .high = 256,
     .help = "Names of environment variables to hand on. Names only: a plan holds no values, so no secrets.",
     .example = "[\"OMP_PROC_BIND\"]", .slot = PILOTAGE_SLOT(&p.platforms[i].environment)},
    {.section = "platform", .name = "python", .form = Form::kHostPath, .low = 0, .high = kText,
     .help = "Interpreter of the torch probe on that host. Empty: `python3`.", .example = "\"/opt/env/bin/python\"",
     .slot = PILOTAGE_SLOT(&p.platforms[i].python), .sealed = Sealed::kNo},
    {.section = "platform", .name = "threads", .form = Form::kClosed, .low = 1, .high = 65536,
     .help = "Processor threads of the probe. Left out: what the libraries choose.", .example = "8",
     .slot = PILOTAGE_SLOT(&p.platforms[i].threads)},
    {.section = "platform", .name = "price_per_hour", .form = Form::kClosed, .low = 0, .high = 1e9,
     .help = "What an hour of it costs, in `currency`; counts against `budget_money`.", .example = "3.5",
     .slot = PILOTAGE_SLOT(&p.platforms[i].price_per_hour)},
    {.section = "platform", .name = "options", .help = "Handed to the entry, over the workload's options.",
     .example = "{ compile = true }", .slot = PILOTAGE_SLOT(&p.platforms[i].options)},
    // ---- workload ----
    {.section = "workload", .name = "name", .form = Form::kId, .need = Need::kRequired, .low = 1, .high = kName,
     .help = "Its id, unique in the plan.", .example = "\"search\"", .slot = PILOTAGE_SLOT(&p.workloads[i].name)},
    {.section = "workload", .name = "kind", .need = Need::kRequired, .help = "What the entry's `run` gives back.",
     .example = "\"embed\"", .slot = PILOTAGE_SLOT(&p.workloads[i].kind)},
    {.section = "workload", .name = "entry", .form = Form::kPath, .need = Need::kRequired, .low = 1, .high = kText,
     .help = "The Python file that loads and runs the model.", .example = "\"search.py\"",
     .slot = PILOTAGE_SLOT(&p.workloads[i].entry)},
    {.section = "workload", .name = "source", .form = Form::kLoosePath, .low = 0, .high = kText,
     .help = "The workload's source tree, for the inventory.", .example = "\".\"",
     .slot = PILOTAGE_SLOT(&p.workloads[i].source)},
    {.section = "workload", .name = "data", .form = Form::kPath, .need = Need::kRequired, .low = 1, .high = kText,
     .help = "The control sample: JSONL, one object with a text `id` a line. Its digest is sealed.",
     .example = "\"data/pairs.jsonl\"", .slot = PILOTAGE_SLOT(&p.workloads[i].data)},
    {.section = "workload", .name = "prepare", .form = Form::kCommand, .low = 1, .high = kText,
     .help = "Command that writes `data`; run by `pilotage seal` in the plan's folder where the file is missing.",
     .example = "[\"python3\", \"prepare.py\"]", .slot = PILOTAGE_SLOT(&p.workloads[i].prepare)},
    {.section = "workload", .name = "batch", .form = Form::kClosed, .low = 1, .high = 1e6,
     .help = "Items handed to the model at once.", .example = "32", .slot = PILOTAGE_SLOT(&p.workloads[i].batch)},
    {.section = "workload", .name = "options",
     .help = "Conditions that the entry reads and that are the same on every platform (context length, …).",
     .example = "{ tokens = 128 }", .slot = PILOTAGE_SLOT(&p.workloads[i].options)},
    {.section = "workload", .name = "timed_items", .form = Form::kClosed, .low = 1, .high = 1e9,
     .help = "How many items, from the first on, the timed runs take.", .example = "200",
     .slot = PILOTAGE_SLOT(&p.workloads[i].timed_items)},
    {.section = "workload", .name = "timed_runs", .form = Form::kClosed, .low = 1, .high = 1000,
     .help = "Timed runs a platform, each a process of its own, interleaved with those of the others.", .example = "5",
     .slot = PILOTAGE_SLOT(&p.workloads[i].timed_runs)},
    {.section = "workload", .name = "warmup_batches", .form = Form::kClosed, .low = 0, .high = 1e6,
     .help = "Batches before the clock starts.", .example = "2",
     .slot = PILOTAGE_SLOT(&p.workloads[i].warmup_batches)},
    // ---- workload.score ----
    {.section = "workload.score", .name = "kind", .need = Need::kRequired, .words = kScores,
     .help = "`retrieval`: each item's query must find its own text among all texts.", .example = "\"retrieval\"",
     .slot = PILOTAGE_SLOT(&p.workloads[i].scoring.kind)},
    {.section = "workload.score", .name = "query", .form = Form::kText, .need = Need::kRequired, .low = 1, .high = 200,
     .help = "The output that holds the embedded queries.", .example = "\"query\"",
     .slot = PILOTAGE_SLOT(&p.workloads[i].scoring.query)},
    {.section = "workload.score", .name = "text", .form = Form::kText, .need = Need::kRequired, .low = 1, .high = 200,
     .help = "The output that holds the embedded texts.", .example = "\"text\"",
     .slot = PILOTAGE_SLOT(&p.workloads[i].scoring.text)},
    {.section = "workload.score", .name = "k", .form = Form::kClosed, .low = 1, .high = 1e6,
     .help = "A hit is a rank of at most k.", .example = "10", .slot = PILOTAGE_SLOT(&p.workloads[i].scoring.k)},
    // ---- basics ----
    {.section = "basics", .name = "gemm_sizes", .form = Form::kClosed, .low = 1, .high = 65536,
     .help = "Sides of the square matrices to multiply.", .example = "[512, 2048]",
     .slot = PILOTAGE_SLOT(&p.basics.gemm_sizes)},
    {.section = "basics", .name = "gemm_formats", .words = kFormats, .help = "In which formats.",
     .example = "[\"fp32\", \"bf16\"]", .slot = PILOTAGE_SLOT(&p.basics.gemm_formats)},
    {.section = "basics", .name = "memory_mib", .form = Form::kClosed, .low = 1, .high = 1 << 20,
     .help = "MiB of each array of the memory bandwidth probe; several times the last cache.", .example = "256",
     .slot = PILOTAGE_SLOT(&p.basics.memory_mib)},
    // ---- criterion ----
    {.section = "criterion", .name = "id", .form = Form::kId, .need = Need::kRequired, .low = 1, .high = kName,
     .help = "Its id, unique in the plan.", .example = "\"recall\"", .slot = PILOTAGE_SLOT(&p.criteria[i].id)},
    {.section = "criterion", .name = "workload", .form = Form::kId, .low = 1, .high = kName,
     .help = "Whose metric. Required, but for metrics of `[basics]`, which belong to none.", .example = "\"search\"",
     .slot = PILOTAGE_SLOT(&p.criteria[i].workload)},
    {.section = "criterion", .name = "metric", .form = Form::kMetric, .need = Need::kRequired, .low = 1, .high = 200,
     .help = "What is judged; see the list of metrics below.", .example = "\"retrieval.recall_at_10\"",
     .slot = PILOTAGE_SLOT(&p.criteria[i].metric)},
    {.section = "criterion", .name = "statistic",
     .help = "Of the metric's values. Of values that are 0 or 1 the mean is a `share`, by either name.", .example = "\"share\"",
     .slot = PILOTAGE_SLOT(&p.criteria[i].statistic)},
    {.section = "criterion", .name = "rule", .need = Need::kRequired,
     .help = "How it is judged; see the list of rules below.", .example = "\"non_inferior\"",
     .slot = PILOTAGE_SLOT(&p.criteria[i].rule)},
    {.section = "criterion", .name = "margin",
     .help = "For `non_inferior` and `equivalent`: what may be lost, `\"0.01 abs\"` in the metric's own unit (`\"5 ms "
             "abs\"` where it has one) or `\"0.01 rel\"` as a part of the reference's value.",
     .example = "\"0.01 abs\"", .slot = PILOTAGE_SLOT((MarginSlot{&p.criteria[i].margin, &p.criteria[i].unit}))},
    {.section = "criterion", .name = "limit",
     .help = "For the other rules: a number where the metric is a pure number or the rule a ratio, else text with a "
             "unit, `\"250 ms\"`.",
     .example = "0.05", .slot = PILOTAGE_SLOT((LimitSlot{&p.criteria[i].limit, &p.criteria[i].unit}))},
    {.section = "criterion", .name = "confidence", .form = Form::kOpen, .low = 0.5, .high = 1,
     .help = "One-sided: the risk of passing what should fail is at most one minus this.", .example = "0.95",
     .slot = PILOTAGE_SLOT(&p.criteria[i].confidence)},
    {.section = "criterion", .name = "gate",
     .help = "Gates are judged in this order; latency, endurance and cost get no verdict before quality has passed.",
     .example = "\"quality\"", .slot = PILOTAGE_SLOT(&p.criteria[i].gate)},
    {.section = "criterion", .name = "expected_flips", .form = Form::kClosed, .low = 0, .high = 1,
     .help = "Share of items whose 0/1 score is expected to differ between the two sides; the power follows from it.",
     .example = "0.05", .slot = PILOTAGE_SLOT(&p.criteria[i].expected_flips)},
    {.section = "criterion", .name = "expected_sd", .form = Form::kOpen, .low = 0, .high = 1e15,
     .help = "Expected standard deviation: of the differences per item, or of the logarithms of the runs. Without it "
             "the power of such a criterion is unknown.",
     .example = "0.2", .slot = PILOTAGE_SLOT(&p.criteria[i].expected_sd)},
    {.section = "criterion", .name = "power", .form = Form::kOpen, .low = 0, .high = 1,
     .help = "Wanted chance that a candidate as good as expected passes.", .example = "0.8",
     .slot = PILOTAGE_SLOT(&p.criteria[i].power)},
    {.section = "criterion", .name = "accept_underpowered", .form = Form::kText, .low = 0, .high = kText,
     .help = "Why a sample that cannot decide this criterion is accepted; the report shows it.",
     .example = "\"no more labelled pairs exist\"", .slot = PILOTAGE_SLOT(&p.criteria[i].accept_underpowered)},
    // ---- override ----
    {.section = "override", .name = "platform", .form = Form::kId, .need = Need::kRequired, .low = 1, .high = kName,
     .help = "On which platform.", .example = "\"new-chip\"", .slot = PILOTAGE_SLOT(&p.overrides[i].platform)},
    {.section = "override", .name = "finding", .form = Form::kText, .need = Need::kRequired, .low = 1, .high = 200,
     .help = "The rule of the finding that may not block.", .example = "\"device.temperature\"",
     .slot = PILOTAGE_SLOT(&p.overrides[i].finding)},
    {.section = "override", .name = "reason", .form = Form::kText, .need = Need::kRequired, .low = 1, .high = kText,
     .help = "Why.", .example = "\"sensor replaced next week, ticket 4711\"",
     .slot = PILOTAGE_SLOT(&p.overrides[i].reason)},
    // ---- seal ----
    {.section = "seal", .name = "bootstrap_seed", .form = Form::kClosed, .low = 0, .high = 9007199254740991.0,
     .help = "Seed of resampling, so that a verdict can be recomputed to the last digit.", .example = "1",
     .slot = PILOTAGE_SLOT(&p.bootstrap_seed)},
    {.section = "seal", .name = "bootstrap_resamples", .form = Form::kClosed, .low = 2000, .high = 1e6,
     .help = "How many resamples an interval by bootstrap takes.", .example = "10000",
     .slot = PILOTAGE_SLOT(&p.bootstrap_resamples)},
    {.section = "seal", .name = "signing_key", .form = Form::kKeyPath, .low = 0, .high = kText,
     .help = "SSH key that signs the seal, relative to the plan or below `~/`. Empty: not signed.",
     .example = "\"~/.ssh/id_ed25519\"", .slot = PILOTAGE_SLOT(&p.signing_key), .sealed = Sealed::kNo},
};
// clang-format on

#undef PILOTAGE_SLOT

}  // namespace

std::span<const Section> plan_sections() { return kSections; }
std::span<const Key> plan_keys() { return kKeys; }

std::vector<const Key*> keys_of(std::string_view section) {
  std::vector<const Key*> keys;
  for (const auto& key : kKeys) {
    if (key.section == section) keys.push_back(&key);
  }
  return keys;
}

std::span<const std::string_view> words_of(Role) { return kRoles; }
std::span<const std::string_view> words_of(WorkloadKind) { return kKinds; }
std::span<const std::string_view> words_of(Rule) { return kRules; }
std::span<const std::string_view> words_of(Statistic) { return kStatistics; }
std::span<const std::string_view> words_of(Gate) { return kGates; }

Plan fresh_plan() {
  Plan plan;
  for (const auto& section : kSections) {
    if (section.add != nullptr) section.add(plan);
  }
  return plan;
}

std::span<const std::string_view> words_of(const Key& key) {
  if (!key.words.empty() || key.slot == nullptr) return key.words;
  Plan plan = fresh_plan();
  const auto words = [](const auto& slot) -> std::span<const std::string_view> {
    if constexpr (requires { words_of(*slot); }) return words_of(*slot);
    return {};
  };
  return std::visit(words, key.slot(plan, 0));
}

}  // namespace pilotage
