// SPDX-License-Identifier: Apache-2.0
// From artifacts to named observations. The arithmetic is in `numerics` and `quality`.
#include "stage/outputs.h"

#include <algorithm>

#include "base/digest.h"
#include "base/file.h"
#include "numerics/row_errors.h"
#include "quality/flips.h"
#include "quality/retrieval.h"

namespace pilotage {
namespace {

constexpr uint64_t kMaxItemsFile = uint64_t{1} << 30;  // ids of some ten million items

Result<Artifact> artifact_named(const std::vector<Artifact>& artifacts, std::string_view name) {
  for (const Artifact& one : artifacts) {
    if (one.name == name) return one;
  }
  return damaged_error("a complete attempt has no artifact \"" + std::string(name) + "\"", "run the case again under a new seal");
}

Result<std::vector<std::string>> read_items(const std::filesystem::path& path) {
  const std::string text = TRY(read_file(path, kMaxItemsFile));
  const Json list = TRY(parse_json(text));
  const Json::Array* array = list.array_if();
  if (array == nullptr) return damaged_error("the list of items is no JSON array");
  std::vector<std::string> items;
  items.reserve(array->size());
  for (const Json& one : *array) {
    if (one.string_if() == nullptr) return damaged_error("the list of items holds something that is no text");
    items.push_back(*one.string_if());
  }
  return items;
}

OutputFault fault(std::string code, std::string text) { return {.code = std::move(code), .text = std::move(text)}; }

// Outputs of a form that retrieval cannot score (a row of zeros has no direction, …) are refused, not an end of the run.
OutputFault not_scorable(const Error& error) { return fault("not_scorable", error.message()); }

// The first reason why these outputs are no evidence, alone.
Result<std::optional<OutputFault>> fault_of(const Outputs& outputs) {
  if (outputs.fault) return outputs.fault;
  if (outputs.tensors.tensors().empty()) return std::optional(fault("empty", "the workload returned no tensor"));
  for (const Tensor& tensor : outputs.tensors.tensors()) {
    if (auto found = TRY(check_output(tensor))) {
      found->text = "output \"" + tensor.name + "\": " + found->text;
      return found;
    }
    if (tensor.rows() != static_cast<int64_t>(outputs.items.size())) {
      return std::optional(fault("missing", "output \"" + tensor.name + "\" has " + std::to_string(tensor.rows()) +
                                                " rows for " + std::to_string(outputs.items.size()) + " items"));
    }
  }
  return std::optional<OutputFault>();
}

// A score that names an output which the entry does not return is refused: no number stands for it.
std::optional<OutputFault> missing_output(const Outputs& outputs, const Scoring& scoring) {
  if (scoring.kind.empty()) return std::nullopt;
  for (const std::string& name : {scoring.query, scoring.text}) {
    if (outputs.tensors.find(name) == nullptr) {
      return fault("missing", "the workload returned no output \"" + name + "\", which the plan's score names");
    }
  }
  return std::nullopt;
}

struct Retrieval {
  std::vector<double> hits;
  std::vector<double> reciprocal_ranks;
};

Result<Retrieval> retrieval_of(const Outputs& outputs, const Scoring& scoring) {
  const Tensor* query = outputs.tensors.find(scoring.query);
  const Tensor* text = outputs.tensors.find(scoring.text);
  const std::vector<float> queries = TRY(read_floats(*query));
  const std::vector<float> texts = TRY(read_floats(*text));
  const auto ranks = TRY(gold_ranks({queries, query->row_width()}, {texts, text->row_width()}));
  return Retrieval{hits_at(ranks, scoring.k), reciprocal_ranks(ranks)};
}

void append(std::vector<Observation>& into, const std::string& metric, const std::vector<std::string>& items,
            const std::vector<double>& values, const std::string& suffix) {
  for (size_t i = 0; i < values.size(); ++i) {
    into.push_back({.metric = metric, .unit = "1", .item = items[i] + suffix, .value = values[i]});
  }
}

Status refuse(Derived& result, OutputFault why) {
  result = {.observations = {}, .fault = std::move(why)};
  return Done{};
}

Status append_errors(Derived& result, const Outputs& reference, const Outputs& candidate) {
  for (const Tensor& tensor : reference.tensors.tensors()) {
    const Tensor* other = candidate.tensors.find(tensor.name);
    if (other == nullptr) return refuse(result, fault("missing", "the candidate returned no output \"" + tensor.name + "\""));
    const RowErrors errors = TRY(compare_rows(tensor, *other));
    if (errors.fault) return refuse(result, *errors.fault);
    append(result.observations, "embedding.cosine", reference.items, errors.cosine, "/" + tensor.name);
    append(result.observations, "embedding.relative_l2", reference.items, errors.relative_l2, "/" + tensor.name);
  }
  return Done{};
}

Status append_flips(Derived& result, const Outputs& reference, const Outputs& candidate, const Scoring& scoring) {
  const auto before = retrieval_of(reference, scoring);
  const auto after = retrieval_of(candidate, scoring);
  if (!before.ok()) return refuse(result, not_scorable(before.error()));
  if (!after.ok()) return refuse(result, not_scorable(after.error()));
  const Flips flips = TRY(pair_scores(before->hits, after->hits));
  append(result.observations, "flip_rate", reference.items, flips.flipped, "");
  return Done{};
}

}  // namespace

Result<Outputs> read_outputs(const Store& store, const Attempt& attempt) {
  const std::vector<Artifact> artifacts = TRY(store.artifacts(attempt.sequence));
  const Artifact tensors = TRY(artifact_named(artifacts, "outputs"));
  const Artifact items = TRY(artifact_named(artifacts, "items"));
  Outputs outputs;
  outputs.digest = tensors.sha256;
  outputs.items = TRY(read_items(store.artifact_path(items.sha256)));
  const auto path = store.artifact_path(tensors.sha256);
  auto opened = Safetensors::open(path);
  if (opened.ok()) {
    outputs.tensors = std::move(*opened);
    return outputs;
  }
  // Bytes that are those the probe sent are no damage: this platform's outputs are refused, and the run goes on.
  if (opened.error().kind() != ErrorKind::kDamaged || TRY(sha256_of_file(path)) != outputs.digest) return opened.error();
  outputs.fault = fault("unreadable", opened.error().message());
  return outputs;
}

Result<Derived> scores_of(const Outputs& outputs, const Scoring& scoring) {
  Derived result{.observations = {}, .fault = TRY(fault_of(outputs))};
  if (!result.fault) result.fault = missing_output(outputs, scoring);
  if (result.fault || scoring.kind.empty()) return result;
  const auto found = retrieval_of(outputs, scoring);
  if (!found.ok()) {
    TRY(refuse(result, not_scorable(found.error())));
    return result;
  }
  append(result.observations, "retrieval.recall_at_" + std::to_string(scoring.k), outputs.items, found->hits, "");
  append(result.observations, "retrieval.reciprocal_rank", outputs.items, found->reciprocal_ranks, "");
  return result;
}

Result<Derived> differences_of(const Outputs& reference, const Outputs& candidate, const Scoring& scoring) {
  Derived result{.observations = {}, .fault = TRY(fault_of(reference))};
  if (!result.fault) result.fault = TRY(fault_of(candidate));
  if (!result.fault) result.fault = missing_output(reference, scoring);
  if (!result.fault) result.fault = missing_output(candidate, scoring);
  if (!result.fault && reference.items != candidate.items) {
    result.fault = fault("other_conditions", "the two sides did not answer the same items in the same order");
  }
  if (result.fault) return result;
  TRY(append_errors(result, reference, candidate));
  if (!result.fault && !scoring.kind.empty()) TRY(append_flips(result, reference, candidate, scoring));
  return result;
}

}  // namespace pilotage
