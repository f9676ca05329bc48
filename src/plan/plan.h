// SPDX-License-Identifier: Apache-2.0
// Plan: one pilot as its file says it, checked. Everything that runs, is judged or is reported starts from here.
// Which keys a plan file has, with their bounds and help, is the table in plan/keys.cc; docs/plan.md comes from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace pilotage {

enum class Role { kReference, kCandidate };

struct Platform {
  std::string name;
  Role role = Role::kCandidate;
  bool paper = false;                    // mapped, never run
  std::string profile;                   // folder under profiles/
  std::vector<std::string> launcher;     // command prefix; empty: this machine
  std::string root;                      // where bundle and workload lie on that host; empty: the plan's folder
  std::string device;                    // `cpu`, `cuda:0`, …
  std::string precision;                 // the plan's own word, handed to the workload's entry
  std::string entry;                     // overrides the workload's; empty: the workload's
  std::vector<std::string> environment;  // names of variables passed on from the driver's environment
  std::string python;                    // interpreter of the torch probe; empty: python3
  std::optional<int64_t> threads;        // an own condition
  Json options = Json::object();         // handed to the entry; over the workload's
  std::optional<double> price_per_hour;  // in the budget's currency; counts against budget_money
};

enum class WorkloadKind { kEmbed, kClassify, kGenerate, kTrain };

// How outputs become scores. `retrieval`: each item's query must find its own text.
struct Scoring {
  std::string kind;   // "retrieval"; empty: outputs are compared but not scored
  std::string query;  // output names
  std::string text;
  int64_t k = 10;
};

struct Workload {
  std::string name;
  WorkloadKind kind = WorkloadKind::kEmbed;
  std::string entry;
  std::string source;                // the workload's source tree, for the inventory; may be empty
  std::string data;                  // JSONL, relative to the plan's folder
  std::vector<std::string> prepare;  // writes `data`, run by `pilotage seal` where it is missing
  int64_t batch = 32;
  Json options = Json::object();  // shared conditions that the entry reads (context length, …)
  Scoring scoring;
  int64_t timed_items = 200;
  int64_t timed_runs = 5;
  int64_t warmup_batches = 2;
};

enum class Rule { kNonInferior, kAtMost, kAtLeast, kRatioAtLeast, kRatioAtMost, kEquivalent };
enum class Statistic { kMean, kShare, kMin, kMax, kMedian, kP50, kP90, kP95, kP99, kP999 };
// In the order in which they are judged.
enum class Gate { kIntegrity, kNumeric, kQuality, kLatency, kEndurance, kCost };
enum class Scale { kAbsolute, kRelative };

struct Margin {
  double value = 0;
  Scale scale = Scale::kAbsolute;
};

struct Criterion {
  std::string id;
  std::string workload;
  std::string metric;
  Statistic statistic = Statistic::kMean;
  Rule rule = Rule::kNonInferior;
  std::optional<Margin> margin;  // non_inferior, equivalent
  std::optional<double> limit;   // the others
  std::string unit;              // of the limit and an absolute margin; "1" for pure numbers
  double confidence = 0.95;      // one-sided
  Gate gate = Gate::kQuality;
  double expected_flips = 0.05;       // share of items whose 0/1 score is expected to differ
  std::optional<double> expected_sd;  // paired continuous: of the differences; runs: of the logarithms
  double power = 0.8;                 // wanted
  std::string accept_underpowered;    // the reason; empty: none
};

// An override of a blocking finding, with the reason that the report shows.
struct Override {
  std::string platform;
  std::string finding;  // its rule
  std::string reason;
};

struct Budget {
  std::optional<double> hours;  // of measuring, all platforms together
  std::optional<double> money;
  std::string currency;
};

struct Stop {
  std::vector<std::string> failed_criteria;  // ids: `run` stops when one of them FAILs
  std::optional<int64_t> failed_cases;       // `run` stops after as many
};

struct Limits {
  int64_t case_s = 3600;    // time limit of one case
  int64_t silence_s = 600;  // longest silence of a probe
};

// What the native probes of stage `basics` measure. Empty sizes: the probe is not run.
struct Basics {
  std::vector<int64_t> gemm_sizes;
  std::vector<std::string> gemm_formats;  // fp32, bf16, int8
  std::optional<int64_t> memory_mib;
};

struct Plan {
  std::filesystem::path file;
  std::string name;
  std::string question;
  std::string language = "en";
  Budget budget;
  Stop stop;
  Limits limits;
  Basics basics;
  std::vector<Platform> platforms;  // as written; exactly one reference
  std::vector<Workload> workloads;
  std::vector<Criterion> criteria;
  std::vector<Override> overrides;
  int64_t bootstrap_seed = 1;  // [seal]
  int64_t bootstrap_resamples = 10000;
  std::string signing_key;  // path of an SSH key; empty: not signed

  const Platform& reference() const;
  std::vector<const Platform*> candidates() const;
  const Workload* workload(std::string_view name) const;  // null: none of that name

  std::filesystem::path base() const;    // the folder that relative paths start from
  std::filesystem::path folder() const;  // the pilot's: `<plan without .toml>.evidence`
};

// Every mistake at once, each `FILE:LINE:COLUMN: …` with the nearest valid word; the first becomes the error's message
// and all of them stand in it, one a line.
Result<Plan> load_plan(const std::filesystem::path& file);
Result<Plan> parse_plan(std::string_view text, const std::filesystem::path& file);

// The canonical form that is sealed: all keys with their defaults filled in, no paths of this machine.
Json plan_to_json(const Plan& plan);

// The words of the plan file.
std::string_view word(Role role);
std::string_view word(WorkloadKind kind);
std::string_view word(Rule rule);
std::string_view word(Statistic statistic);
std::string_view word(Gate gate);
std::string_view word(Scale scale);

}  // namespace pilotage
