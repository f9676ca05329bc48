// SPDX-License-Identifier: Apache-2.0
// The real runner with a sink that only looks. Beyond what the runner enforces it finds numbers named twice, for which
// it remembers names up to a bound, and a probe that outlives its input.
#include "probe/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>

#include "base/digest.h"
#include "base/process.h"

namespace pilotage {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr size_t kMostNames = 1'000'000;  // remembered, about 100 MiB
constexpr size_t kMostListed = 1000;      // findings, logs, artifacts
constexpr size_t kMostListedBytes = size_t{16} << 20;  // of their texts, of which one may have 4 MiB
constexpr milliseconds kLongestStart(5000);
constexpr milliseconds kLongestEnd(10'000);

class LookingSink : public ProbeSink {
 public:
  explicit LookingSink(ProbeCheck& check) : check_(check) {}

  Status take(const ProbeMessage& message) override {
    std::visit([this](const auto& one) { look(one); }, message);
    return Done{};
  }

  Status take_bytes(std::string_view bytes) override {
    hash_.add(bytes);
    return Done{};
  }

  Result<bool> end_artifact() override { return to_hex(hash_.finish()) == expected_; }
  Status keep() override { return Done{}; }

 private:
  void look(const Observation& one) {
    count(one.metric, one.unit, one.value);
    name_once(one.metric, one.item, one.run);
  }

  void look(const ProbeSeries& series) {
    for (size_t i = 0; i < series.values.size(); ++i) {
      count(series.metric, series.unit, series.values[i]);
      name_once(series.metric, series.items.empty() ? std::to_string(i) : series.items[i], series.run);
    }
  }

  void look(const ProbeHello& hello) { check_.hello = hello; }
  void look(const ProbeFinding& finding) { list(check_.findings, finding, finding.text); }
  void look(const ProbeLog& log) { list(check_.logs, log, log.text); }

  void look(const ProbeArtifact& artifact) {
    list(check_.artifacts, artifact, artifact.name);
    expected_ = artifact.sha256;
  }

  void look(const Progress&) {}
  void look(const ProbeDone&) {}
  void look(const ProbeError&) {}

  template <typename T>
  void list(std::vector<T>& all, const T& one, std::string_view words) {
    listed_ += words.size();
    if (all.size() < kMostListed && listed_ < kMostListedBytes) all.push_back(one);
  }

  void count(const std::string& metric, const std::string& unit, double value) {
    auto known = std::ranges::find(check_.metrics, metric, &SaidMetric::metric);
    if (known == check_.metrics.end()) {
      known = check_.metrics.insert(known, {.metric = metric, .unit = unit, .smallest = value, .largest = value});
    }
    ++known->count;
    known->smallest = std::min(known->smallest, value);
    known->largest = std::max(known->largest, value);
  }

  void name_once(const std::string& metric, const std::string& item, int64_t run) {
    if (names_.size() >= kMostNames || named_twice_) return;
    named_twice_ = !names_.insert(fmt::format("{}\n{}\n{}", metric, item, run)).second;
    if (!named_twice_) return;
    check_.breaches.push_back(
        {"bad_message", fmt::format("two numbers have the metric \"{}\", the item \"{}\" and the run {}", metric,
                                    excerpt(item), run)});
  }

  ProbeCheck& check_;
  Sha256 hash_;
  std::string expected_;
  std::unordered_set<std::string> names_;
  bool named_twice_ = false;
  size_t listed_ = 0;
};

void pump_for(Process& process, milliseconds time) {
  std::string out;
  std::string err;
  const auto until = steady_clock::now() + time;
  while (steady_clock::now() < until && process.pump(out, err, milliseconds(20)) != Process::Pumped::kEnded) {
    out.clear();
    err.clear();
  }
}

// A quarter of its time into a second run the input ends; half of its time later, ten seconds at most, it must be gone.
Result<EndOfInput> try_end_of_input(const ProbeCommand& command, const ProbeRequest& request, milliseconds whole) {
  Process process = TRY(Process::start({.argv = command.full(), .folder = command.working_folder}));
  process.send(request.line());
  pump_for(process, std::min(whole / 4, kLongestStart));
  process.close_input();
  pump_for(process, std::min(whole / 2, kLongestEnd));
  return process.wait(milliseconds(1)) ? EndOfInput::kObeyed : EndOfInput::kIgnored;
}

std::string_view word(EndOfInput end) {
  switch (end) {
    case EndOfInput::kObeyed: return "obeyed";
    case EndOfInput::kIgnored: return "ignored";
    case EndOfInput::kTooQuickToTell: break;
  }
  return "too quick to tell";
}

template <typename T, typename Shape>
Json list_of(const std::vector<T>& all, Shape shape) {
  Json out = Json::array();
  for (const T& one : all) out.push(shape(one));
  return out;
}

Json breach_to_json(const ProbeFailure& breach) {
  return Json::object().set("code", breach.code).set("message", breach.message).set("hint", breach.hint);
}

Json metric_to_json(const SaidMetric& metric) {
  Json out = Json::object();
  out.set("metric", metric.metric).set("unit", metric.unit).set("count", metric.count);
  return out.set("smallest", metric.smallest).set("largest", metric.largest);
}

Json finding_to_json(const ProbeFinding& finding) {
  Json out = Json::object();
  out.set("rule", finding.rule).set("class", finding.klass).set("text", finding.text);
  return out.set("place", finding.place).set("blocking", finding.blocking);
}

Json artifact_to_json(const ProbeArtifact& artifact) {
  Json out = Json::object();
  out.set("name", artifact.name).set("media", artifact.media).set("bytes", artifact.bytes);
  return out.set("sha256", artifact.sha256);
}

}  // namespace

Result<ProbeCheck> check_probe(const ProbeCommand& command, const ProbeRequest& request, ProbeLimits limits,
                               milliseconds too_quick) {
  ProbeCheck check;
  LookingSink sink(check);
  limits.after_breach = AfterBreach::kGoOn;
  check.outcome = TRY(run_probe(command, request, limits, sink, [&](const Progress&) { ++check.progress; }));
  const auto& breaches = check.outcome.breaches;
  check.breaches.insert(check.breaches.end(), breaches.begin(), breaches.end());
  if (!breaches.empty() && breaches.front().code == "not_started") return check;
  const auto whole = std::chrono::duration_cast<milliseconds>(std::chrono::duration<double>(check.outcome.seconds));
  if (whole < too_quick) return check;
  check.end_of_input = TRY(try_end_of_input(command, request, whole));
  if (check.end_of_input == EndOfInput::kIgnored) {
    check.breaches.push_back({"ignores_end_of_input", "the probe runs on after the end of its input",
                              "read standard input in a thread and end the process, and what it started, at its end"});
  }
  return check;
}

Json probe_check_to_json(const ProbeCheck& check) {
  Json out = Json::object();
  out.set("keeps_protocol", check.breaches.empty()).set("breaches", list_of(check.breaches, breach_to_json));
  out.set("seconds", check.outcome.seconds).set("end_of_input", word(check.end_of_input));
  out.set("probe", check.hello ? Json(check.hello->probe) : Json());
  out.set("version", check.hello ? Json(check.hello->version) : Json()).set("found", check.outcome.found);
  out.set("metrics", list_of(check.metrics, metric_to_json)).set("findings", list_of(check.findings, finding_to_json));
  out.set("logs", list_of(check.logs, [](const ProbeLog& log) {
            return Json::object().set("level", log.level).set("text", log.text);
          }));
  out.set("artifacts", list_of(check.artifacts, artifact_to_json)).set("progress_messages", check.progress);
  return out.set("diagnostics", check.outcome.diagnostics);
}

}  // namespace pilotage
