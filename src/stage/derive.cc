// SPDX-License-Identifier: Apache-2.0
// Stage `answers`: outputs of the workload -> retrieval scores, flips, cosine and relative L2 per item. The arithmetic is
// in `quality` and `numerics`; here is only which artifact goes where and under which name the result is kept.
#include "stage/derive.h"

#include <algorithm>
#include <map>

#include "base/digest.h"
#include "base/file.h"
#include "base/time.h"
#include "stage/outputs.h"

namespace pilotage {
namespace {

// The newest complete outputs of one platform under the seal and the environment in force.
Result<std::optional<Attempt>> outputs_attempt(const RunContext& context, const Store& store, const Workload& workload,
                                               const std::string& platform) {
  const auto lock = context.environment.find(platform);
  std::optional<Attempt> newest;
  for (Attempt& attempt : TRY(store.attempts())) {
    const bool fits = attempt.complete && attempt.seal == context.seal && attempt.stage == "answers" &&
                      attempt.probe == "torch.run" && attempt.workload == workload.name && attempt.platform == platform;
    const bool current = lock == context.environment.end() || attempt.environment_lock == lock->second;
    if (fits && current) newest = std::move(attempt);
  }
  return newest;
}

// One derived attempt to be: its own record of conditions is that of the outputs it comes from.
Attempt derived(const Attempt& source, std::string probe, std::vector<std::string> origin) {
  Attempt attempt = source;
  attempt.probe = std::move(probe);
  attempt.origin = std::move(origin);
  attempt.started = utc_now();
  attempt.complete = false;
  Json key = Json::object();
  key.set("derive", attempt.probe).set("platform", attempt.platform).set("workload", attempt.workload);
  key.set("seal", attempt.seal).set("environment", attempt.environment_lock).set("source", source.key);
  for (const auto& digest : attempt.origin) key.set("from " + digest, true);
  attempt.request = key;
  attempt.key = sha256_hex(key.canonical());
  return attempt;
}

Status add_all(Store& store, Sequence attempt, const std::vector<Observation>& observations) {
  for (const Observation& one : observations) TRY(store.add(attempt, one));
  return Done{};
}

Status refuse(Store& store, Sequence attempt, const OutputFault& why) {
  Json body = Json::object();
  body.set("code", why.code).set("text", why.text);
  TRY(store.note(attempt, RecordKind::kRefusal, body));
  return Done{};
}

// Keeps what `compute` gives as one derived attempt, unless it is there already.
template <typename Compute>  // a template so that each caller's lambda may capture what it needs without a std::function
Status keep(const RunContext& context, Store& store, const Attempt& attempt, const Compute& compute) {
  if (context.complete.contains(attempt.key)) return Done{};
  const Derived result = TRY(compute());
  const Sequence sequence = TRY(store.begin_attempt(attempt));
  if (result.fault) TRY(refuse(store, sequence, *result.fault));
  TRY(add_all(store, sequence, result.observations));
  TRY(store.end_attempt(sequence, 0));
  return store.commit();
}

Status derive_scores(const RunContext& context, Store& store, const Workload& workload, const Attempt& source,
                     const Outputs& outputs) {
  const Attempt attempt = derived(source, "derive.scores", {outputs.digest});
  return keep(context, store, attempt, [&] { return scores_of(outputs, workload.scoring); });
}

Status derive_pair(const RunContext& context, Store& store, const Workload& workload, const Attempt& source,
                   const Outputs& reference, const Outputs& candidate) {
  Attempt attempt = derived(source, "derive.pair", {reference.digest, candidate.digest});
  attempt.against = context.plan.reference().name;
  return keep(context, store, attempt, [&] { return differences_of(reference, candidate, workload.scoring); });
}

Status derive_workload(const RunContext& context, Store& store, const Workload& workload) {
  const auto reference_attempt = TRY(outputs_attempt(context, store, workload, context.plan.reference().name));
  if (!reference_attempt) return Done{};
  const Outputs reference = TRY(read_outputs(store, *reference_attempt));
  TRY(derive_scores(context, store, workload, *reference_attempt, reference));
  for (const Platform* candidate : context.plan.candidates()) {
    const auto attempt = TRY(outputs_attempt(context, store, workload, candidate->name));
    if (!attempt) continue;
    const Outputs outputs = TRY(read_outputs(store, *attempt));
    TRY(derive_scores(context, store, workload, *attempt, outputs));
    TRY(derive_pair(context, store, workload, *attempt, reference, outputs));
  }
  return Done{};
}

}  // namespace

Status derive_observations(const Stage& stage, const RunContext& context, Store& store) {
  if (stage.name != "answers") return Done{};
  for (const Workload& workload : context.plan.workloads) TRY(derive_workload(context, store, workload));
  return Done{};
}

}  // namespace pilotage
