// SPDX-License-Identifier: Apache-2.0
// From the store to facts. Only attempts under the seal in force are shown; the others are counted.
#include <algorithm>
#include <map>

#include "plan/seal.h"
#include "report/facts.h"
#include "report/measurements.h"

namespace pilotage {
namespace {

constexpr size_t kMostEvents = 200;  // more is read by nobody; the last entry says how many there are

// Attempts of the seal in force, found again by the notes that belong to them.
using AttemptsBySequence = std::map<Sequence, const Attempt*>;

// A value that a probe said, as one line of text.
std::string shown(const Json& value) {
  if (const auto* words = value.string_if()) return *words;
  return value.is_null() ? std::string() : value.canonical();
}

void flatten(const Json& value, const std::string& prefix, EnvironmentFact fact, std::vector<EnvironmentFact>& out) {
  if (value.object_if() == nullptr) {
    fact.name = prefix;
    fact.value = shown(value);
    out.push_back(std::move(fact));
    return;
  }
  for (const auto& [key, child] : *value.object_if())
    flatten(child, prefix.empty() ? key : prefix + "." + key, fact, out);
}

// What the newest look of each probe said, platform by platform.
void add_environment(Facts& facts, const std::vector<Note>& hellos, const AttemptsBySequence& attempts) {
  std::map<std::pair<std::string, std::string>, const Note*> newest;
  for (const auto& hello : hellos) {
    const auto found = attempts.find(hello.attempt);
    if (found == attempts.end() || found->second->stage != "device") continue;
    newest[{found->second->probe, found->second->platform}] = &hello;
  }
  for (const auto& [key, hello] : newest) {
    const EnvironmentFact fact{.platform = key.second, .probe = key.first};
    if (const Json* what = hello->body.find("found")) flatten(*what, "", fact, facts.environment);
  }
}

// Looks at the environment are numbered on from run to run, but they are one case.
std::string identity(const CaseFact& one) {
  const std::string run = one.stage == "device" ? "" : std::to_string(one.run);
  return one.stage + '\n' + one.platform + '\n' + one.workload + '\n' + one.probe + '\n' + run;
}

class Cases {
 public:
  // A complete attempt stays; else the newest one counts.
  void add(CaseFact one) {
    const auto [place, is_new] = places_.emplace(identity(one), cases_.size());
    if (is_new) return cases_.push_back(std::move(one));
    CaseFact& known = cases_[place->second];
    if (known.state != CaseState::kCompleted) known = std::move(one);
  }
  std::vector<CaseFact> take() { return std::move(cases_); }

 private:
  std::vector<CaseFact> cases_;
  std::map<std::string, size_t> places_;
};

std::string reason_of(const Json& body) {
  const std::string message(body.text_or("message"));
  const std::string hint(body.text_or("hint"));
  return std::string(body.text_or("code")) + ": " + message + (hint.empty() ? "" : ". " + hint);
}

CaseFact case_of(const Attempt& attempt, const std::map<Sequence, std::string>& failures) {
  CaseFact one{.stage = attempt.stage,
               .platform = attempt.platform,
               .workload = attempt.workload,
               .probe = attempt.probe,
               .run = attempt.run};
  const auto failed = failures.find(attempt.sequence);
  one.state = attempt.complete           ? CaseState::kCompleted
              : failed != failures.end() ? CaseState::kFailed
                                         : CaseState::kBrokenOff;
  if (failed != failures.end()) one.reason = failed->second;
  if (one.state == CaseState::kBrokenOff) one.reason = "the run was ended before this case was done";
  if (one.state != CaseState::kBrokenOff) one.seconds = attempt.seconds;
  return one;
}

CaseFact case_of(const Json& not_run) {
  return {.stage = std::string(not_run.text_or("stage")),
          .platform = std::string(not_run.text_or("platform")),
          .workload = std::string(not_run.text_or("workload")),
          .probe = std::string(not_run.text_or("probe")),
          .run = not_run.integer_or("run", 0),
          .state = CaseState::kNotRun,
          .reason = std::string(not_run.text_or("reason"))};
}

bool is_derived(const Attempt& attempt) { return attempt.probe.starts_with("derive."); }

Status add_cases(Facts& facts, const Store& store, const AttemptsBySequence& attempts, Sequence since) {
  std::map<Sequence, std::string> failures;
  for (const auto& note : TRY(store.notes(RecordKind::kFailed))) failures[note.attempt] = reason_of(note.body);
  Cases cases;
  for (const auto& [sequence, attempt] : attempts) {
    if (!is_derived(*attempt) || !attempt->complete) cases.add(case_of(*attempt, failures));
  }
  for (const auto& note : TRY(store.notes(RecordKind::kNotRun))) {
    if (note.sequence > since) cases.add(case_of(note.body));
  }
  facts.cases = cases.take();
  return Done{};
}

EventFact event_of(std::string kind, const Note& note, const AttemptsBySequence& attempts) {
  EventFact event{.kind = std::move(kind)};
  if (const auto found = attempts.find(note.attempt); found != attempts.end()) {
    event.platform = found->second->platform;
    event.stage = found->second->stage;
  }
  return event;
}

std::string finding_words(const Json& body) {
  const Json* blocking = body.find("blocking");
  const bool blocks = blocking != nullptr && blocking->boolean_if() != nullptr && *blocking->boolean_if();
  const std::string place(body.text_or("place"));
  std::string words = std::string(body.text_or("rule")) + ": " + std::string(body.text_or("text"));
  if (!place.empty()) words += " (" + place + ")";
  return blocks ? words + ". It blocks the platform's later stages." : words;
}

std::string words_of(const Note& note) {
  const Json& body = note.body;
  switch (note.kind) {
    case RecordKind::kFinding: return finding_words(body);
    case RecordKind::kRefusal: return std::string(body.text_or("code")) + ": " + std::string(body.text_or("text"));
    case RecordKind::kStopped: return std::string(body.text_or("reason"));
    case RecordKind::kImported: return "another chain was taken in: " + body.canonical();
    default: return std::string(body.text_or("text"));
  }
}

struct EventKind {
  RecordKind kind;
  const char* word;
};

constexpr EventKind kEventKinds[] = {{RecordKind::kStopped, "stopped"},
                                     {RecordKind::kRefusal, "refused"},
                                     {RecordKind::kFinding, "finding"},
                                     {RecordKind::kImported, "imported"},
                                     {RecordKind::kLog, "warning"}};

// A stop that later attempts have overtaken is history.
bool is_overtaken(const Note& note, const AttemptsBySequence& attempts) {
  return note.kind == RecordKind::kStopped && !attempts.empty() && attempts.rbegin()->first > note.sequence;
}

bool is_shown(const Note& note, const AttemptsBySequence& attempts, Sequence since) {
  if (note.attempt != 0 && !attempts.contains(note.attempt)) return false;
  if (note.attempt == 0 && note.sequence < since) return false;
  if (is_overtaken(note, attempts)) return false;
  return note.kind != RecordKind::kLog || note.body.text_or("level") == "warning";
}

Status add_events(Facts& facts, const Store& store, const AttemptsBySequence& attempts, Sequence since) {
  size_t left_out = 0;
  for (const auto& [kind, word] : kEventKinds) {
    for (const auto& note : TRY(store.notes(kind))) {
      if (!is_shown(note, attempts, since)) continue;
      if (facts.events.size() >= kMostEvents) {
        ++left_out;
        continue;
      }
      EventFact event = event_of(word, note, attempts);
      event.text = words_of(note);
      facts.events.push_back(std::move(event));
    }
  }
  if (left_out > 0)
    facts.events.push_back({.kind = "more", .text = std::to_string(left_out) + " further entries stand in the store"});
  return Done{};
}

Status add_artifacts(Facts& facts, const Store& store, const AttemptsBySequence& attempts) {
  for (const auto& [sequence, attempt] : attempts) {
    if (facts.artifacts.size() >= kMostArtifacts) return Done{};
    for (const auto& one : TRY(store.artifacts(sequence))) {
      facts.artifacts.push_back({.platform = attempt->platform,
                                 .probe = attempt->probe,
                                 .name = one.name,
                                 .media = one.media,
                                 .sha256 = one.sha256,
                                 .bytes = one.bytes});
    }
  }
  if (facts.artifacts.size() > kMostArtifacts) facts.artifacts.resize(kMostArtifacts);
  return Done{};
}

Status add_seal(Facts& facts, const Note& note) {
  const Seal seal = TRY(seal_from_json(note.body).in("seal record"));
  facts.sealed = seal.time;
  facts.signer = seal.signer;
  for (const auto& [workload, data] : seal.data) facts.data.push_back({workload, data.path, data.sha256, data.items});
  return Done{};
}

void count_attempts(Facts& facts, const std::vector<Attempt>& all, const AttemptsBySequence& shown) {
  facts.attempts_total = static_cast<int64_t>(all.size());
  facts.attempts_of_other_seals = facts.attempts_total - static_cast<int64_t>(shown.size());
  if (!all.empty()) facts.last_started = all.back().started;
}

}  // namespace

Result<Facts> gather(const std::string& seal, const Store& store) {
  Facts facts;
  const StoreSummary summary = TRY(store.summary());
  facts.head = summary.head;
  facts.observations = summary.observations;
  facts.artifacts_total = summary.artifacts;
  const std::vector<Attempt> all = TRY(store.attempts());
  AttemptsBySequence attempts;
  for (const auto& attempt : all) {
    if (attempt.seal == seal) attempts[attempt.sequence] = &attempt;
  }
  count_attempts(facts, all, attempts);
  const std::vector<Note> seals = TRY(store.notes(RecordKind::kSeal));
  const Sequence since = seals.empty() || seal.empty() ? 0 : seals.back().sequence;
  if (since > 0) TRY(add_seal(facts, seals.back()));
  add_environment(facts, TRY(store.notes(RecordKind::kHello)), attempts);
  TRY(add_cases(facts, store, attempts, since));
  TRY(add_events(facts, store, attempts, since));
  TRY(add_artifacts(facts, store, attempts));
  facts.measurements = TRY(measurements_of(all, seal, store));
  return facts;
}

}  // namespace pilotage
