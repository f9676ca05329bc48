// SPDX-License-Identifier: Apache-2.0
// How long a verdict and its reports take over a large store: `bench_verdict FOLDER [OBSERVATIONS [ITEMS]]`. The store
// is made in FOLDER where it is not there yet: seven numbers an item in paired criteria (two scores on each side, flip,
// and two cosines), the rest timings and norms that no criterion reads.
#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "measure.h"
#include "base/digest.h"
#include "judge/judge.h"
#include "plan/seal.h"
#include "report/report.h"

namespace pilotage {
namespace {

constexpr int64_t kCommit = 100'000;

Platform platform(std::string name, Role role) {
  Platform one;
  one.name = std::move(name);
  one.role = role;
  one.device = "cpu";
  return one;
}

Criterion criterion(std::string id, std::string metric, Rule rule, Statistic statistic) {
  Criterion one;
  one.id = std::move(id);
  one.workload = "search";
  one.metric = std::move(metric);
  one.rule = rule;
  one.statistic = statistic;
  one.unit = "1";
  if (rule == Rule::kNonInferior) one.margin = Margin{0.01, Scale::kAbsolute};
  if (rule != Rule::kNonInferior) one.limit = rule == Rule::kAtMost ? 0.05 : 0.9;
  return one;
}

Plan make_plan(const std::filesystem::path& folder) {
  Plan plan;
  plan.file = folder / "bench.toml";
  plan.name = "bench";
  plan.platforms = {platform("old", Role::kReference), platform("new", Role::kCandidate)};
  Workload workload;
  workload.name = "search";
  workload.timed_runs = 0;
  plan.workloads = {workload};
  plan.criteria = {criterion("recall", "retrieval.recall_at_10", Rule::kNonInferior, Statistic::kShare),
                   criterion("rank", "retrieval.reciprocal_rank", Rule::kNonInferior, Statistic::kMean),
                   criterion("flips", "flip_rate", Rule::kAtMost, Statistic::kShare),
                   criterion("cosine", "embedding.cosine", Rule::kAtLeast, Statistic::kMin)};
  return plan;
}

// Writes numbers and commits now and then.
class Writer {
 public:
  explicit Writer(Store& store) : store_(store) {}

  Result<Sequence> begin(const std::string& platform, const std::string& probe, const std::string& seal) {
    Attempt one;
    one.key = sha256_hex(platform + probe);
    one.seal = seal;
    one.stage = "answers";
    one.platform = platform;
    one.against = probe == "derive.pair" ? "old" : "";
    one.workload = "search";
    one.probe = probe;
    one.own.set("device", "cpu");
    one.environment_lock = sha256_hex(platform);
    return store_.begin_attempt(one);
  }
  Status add(Sequence attempt, const char* metric, const std::string& item, double value) {
    TRY(store_.add(attempt, {metric, "1", item, 0, value}));
    ++written_;
    return written_ % kCommit == 0 ? store_.commit() : Status(Done{});
  }
  int64_t written() const { return written_; }

 private:
  Store& store_;
  int64_t written_ = 0;
};

std::string id_of(int64_t item) { return fmt::format("question-{}", item); }
// Which items the candidate answers otherwise: three in a hundred, as many won as lost.
bool is_changed(int64_t item) { return item % 100 < 3; }
bool is_right(int64_t item, bool candidate) { return (item % 3 != 0) != (candidate && is_changed(item)); }

Status write_scores(Writer& writer, const std::string& platform, const std::string& seal, int64_t items) {
  const Sequence attempt = TRY(writer.begin(platform, "derive.scores", seal));
  const bool candidate = platform == "new";
  for (int64_t item = 0; item < items; ++item) {
    const bool right = is_right(item, candidate);
    TRY(writer.add(attempt, "retrieval.recall_at_10", id_of(item), right ? 1 : 0));
    TRY(writer.add(attempt, "retrieval.reciprocal_rank", id_of(item),
                   1.0 / static_cast<double>(right ? 1 + item % 9 : 20)));
  }
  return Done{};
}

Status write_pairs(Writer& writer, Sequence attempt, int64_t items) {
  for (int64_t item = 0; item < items; ++item) {
    TRY(writer.add(attempt, "flip_rate", id_of(item), is_changed(item) ? 1 : 0));
    for (const char* output : {"/query", "/text"})
      TRY(writer.add(attempt, "embedding.cosine", id_of(item) + output, 0.999));
  }
  return Done{};
}

Status write_rest(Writer& writer, Sequence attempt, int64_t observations) {
  for (int64_t i = 0; writer.written() < observations; ++i) TRY(writer.add(attempt, "embedding.norm", id_of(i), 1));
  return Done{};
}

Result<std::string> write_seal(const Plan& plan, Store& store, int64_t items) {
  Seal seal;
  seal.plan_digest = digest_of(plan);
  seal.data["search"] = {"data.jsonl", sha256_hex("data"), items};
  seal.digest = sha256_hex(sealed_text(seal));
  TRY(store.note(0, RecordKind::kSeal, seal_to_json(seal)));
  return seal.digest;
}

Status make_store(const Plan& plan, int64_t observations, int64_t items) {
  Store store = TRY(Store::open(plan.folder(), Access::kWrite));
  const std::string seal = TRY(write_seal(plan, store, items));
  Writer writer(store);
  for (const char* name : {"old", "new"}) TRY(write_scores(writer, name, seal, items));
  const auto pairs = TRY(writer.begin("new", "derive.pair", seal));
  TRY(write_pairs(writer, pairs, items));
  const auto rest = TRY(writer.begin("old", "rest", seal));
  TRY(write_rest(writer, rest, observations));
  for (const Attempt& one : TRY(store.attempts())) TRY(store.end_attempt(one.sequence, 1));
  return store.commit();
}

Status measure(const Plan& plan) {
  const Store store = TRY(Store::open(plan.folder(), Access::kRead));
  auto start = std::chrono::steady_clock::now();
  const Verdict verdict = TRY(judge(plan, store));
  fmt::print("judge   {:.2f} s, peak memory {:.0f} MiB; {}\n", seconds_since(start), peak_mib(), verdict.rechecked);
  start = std::chrono::steady_clock::now();
  TRY(write_reports(plan, verdict, store));
  fmt::print("report  {:.2f} s, peak memory {:.0f} MiB\n", seconds_since(start), peak_mib());
  for (const Judgement& one : verdict.candidates.at(0).judgements) {
    fmt::print("  {:<7} {:<13} n {:>8}  {}\n", one.criterion.id, word(one.outcome), one.n, one.reason);
  }
  return Done{};
}

Status run(const std::filesystem::path& folder, int64_t observations, int64_t items) {
  std::filesystem::create_directories(folder);
  const Plan plan = make_plan(folder);
  if (!std::filesystem::exists(plan.folder())) TRY(make_store(plan, observations, items));
  return measure(plan);
}

}  // namespace
}  // namespace pilotage

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_verdict FOLDER [OBSERVATIONS [ITEMS]]\n");
    return 2;
  }
  const auto done =
      pilotage::run(argv[1], argc > 2 ? std::atoll(argv[2]) : 10'000'000, argc > 3 ? std::atoll(argv[3]) : 143'000);
  if (done.ok()) return 0;
  fmt::print(stderr, "{}\n", done.error().message());
  return 1;
}
