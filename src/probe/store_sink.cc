// SPDX-License-Identifier: Apache-2.0
// The sink that feeds the store: numbers become observations, the rest notes whose bodies are the messages' members.
#include <string>

#include "probe/runner.h"

namespace pilotage {
namespace {

class StoreSink : public ProbeSink {
 public:
  StoreSink(Store& store, Sequence attempt) : store_(store), attempt_(attempt) {}

  Status take(const ProbeMessage& message) override {
    return std::visit([this](const auto& one) { return put(one); }, message);
  }

  Status take_bytes(std::string_view bytes) override { return writer_->write(bytes); }

  Result<bool> end_artifact() override {
    const Status status = store_.finish_artifact(attempt_, std::move(writer_), artifact_);
    if (status.ok()) return true;
    if (status.error().kind() == ErrorKind::kDamaged) return false;
    return status.error();
  }

  Status keep() override { return store_.commit(); }

 private:
  Status put(const Observation& observation) { return store_.add(attempt_, observation); }

  Status put(const ProbeSeries& series) {
    Observation one{.metric = series.metric, .unit = series.unit, .run = series.run};
    for (size_t i = 0; i < series.values.size(); ++i) {
      one.item = series.items.empty() ? std::to_string(i) : series.items[i];
      one.value = series.values[i];
      TRY(store_.add(attempt_, one));
    }
    return Done{};
  }

  Status put(const ProbeHello& hello) {
    Json body = Json::object();
    body.set("protocol", hello.protocol).set("probe", hello.probe).set("version", hello.version);
    return note(RecordKind::kHello, body.set("found", hello.found));
  }

  Status put(const ProbeFinding& finding) {
    Json body = Json::object();
    body.set("rule", finding.rule).set("class", finding.klass).set("text", finding.text);
    return note(RecordKind::kFinding, body.set("place", finding.place).set("blocking", finding.blocking));
  }

  Status put(const ProbeLog& log) {
    return note(RecordKind::kLog, Json::object().set("level", log.level).set("text", log.text));
  }

  Status put(const ProbeArtifact& artifact) {
    artifact_ = {.attempt = attempt_,
                 .name = artifact.name,
                 .media = artifact.media,
                 .sha256 = artifact.sha256,
                 .bytes = artifact.bytes};
    writer_ = TRY(store_.new_artifact(artifact.sha256, artifact.bytes));
    return Done{};
  }

  Status put(const Progress&) { return Done{}; }
  Status put(const ProbeDone&) { return Done{}; }
  Status put(const ProbeError&) { return Done{}; }

  Status note(RecordKind kind, const Json& body) {
    TRY(store_.note(attempt_, kind, body));
    return Done{};
  }

  Store& store_;
  Sequence attempt_;
  Artifact artifact_;
  std::unique_ptr<ArtifactWriter> writer_;
};

}  // namespace

Result<ProbeOutcome> run_probe(const ProbeCommand& command, const ProbeRequest& request, const ProbeLimits& limits,
                               Store& store, Sequence attempt,
                               const std::function<void(const Progress&)>& on_progress) {
  StoreSink sink(store, attempt);
  return run_probe(command, request, limits, sink, on_progress);
}

}  // namespace pilotage
