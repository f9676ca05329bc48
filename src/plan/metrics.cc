// SPDX-License-Identifier: Apache-2.0
// The names are those that probes and the derived observations use. A stage that yields a new one adds it here.
#include "plan/metrics.h"

namespace pilotage {
namespace {

void add_timing(std::vector<PlannedMetric>& metrics) {
  metrics.push_back({"throughput.items", "item/s", Values::kRun, false, "items per second of a timed run"});
  metrics.push_back({"latency.batch", "s", Values::kRun, false, "time of each batch of a timed run"});
  metrics.push_back({"load.time", "s", Values::kRun, false, "time until the model is ready"});
  metrics.push_back({"memory.peak_rss", "B", Values::kOnce, false, "highest resident memory of the process"});
}

void add_embedding(std::vector<PlannedMetric>& metrics) {
  metrics.push_back({"embedding.cosine", "1", Values::kPair, false, "cosine of each output row to the reference's"});
  metrics.push_back({"embedding.relative_l2", "1", Values::kPair, false,
                     "distance of each output row to the reference's, relative to its length"});
}

void add_retrieval(const Scoring& scoring, std::vector<PlannedMetric>& metrics) {
  metrics.push_back({"retrieval.recall_at_" + std::to_string(scoring.k), "1", Values::kScore, true,
                     "1 where the gold text is among the first k"});
  metrics.push_back({"retrieval.reciprocal_rank", "1", Values::kScore, false, "1 / rank of the gold text"});
  metrics.push_back({"flip_rate", "1", Values::kPair, true, "1 where the hit differs from the reference's"});
}

}  // namespace

std::vector<PlannedMetric> metrics_of(const Workload& workload) {
  std::vector<PlannedMetric> metrics;
  if (workload.scoring.kind == "retrieval") add_retrieval(workload.scoring, metrics);
  if (workload.kind == WorkloadKind::kEmbed) add_embedding(metrics);
  add_timing(metrics);
  return metrics;
}

std::vector<PlannedMetric> metrics_of(const Basics& basics) {
  std::vector<PlannedMetric> metrics;
  if (!basics.gemm_sizes.empty()) {
    for (const auto& format : basics.gemm_formats) {
      const char* unit = format == "int8" ? "OP/s" : "FLOP/s";
      metrics.push_back({"gemm." + format + ".flops", unit, Values::kBasic, false, "speed of a matrix product"});
    }
  }
  if (basics.memory_mib) {
    for (const std::string kernel : {"copy", "scale", "add", "triad"}) {
      metrics.push_back({"memory." + kernel + ".bandwidth", "B/s", Values::kBasic, false, "memory bandwidth"});
    }
  }
  return metrics;
}

std::vector<PlannedMetric> metrics_for(const Criterion& criterion, const Plan& plan) {
  if (criterion.workload.empty()) return metrics_of(plan.basics);
  const Workload* workload = plan.workload(criterion.workload);
  return workload != nullptr ? metrics_of(*workload) : std::vector<PlannedMetric>();
}

}  // namespace pilotage
