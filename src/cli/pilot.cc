// SPDX-License-Identifier: Apache-2.0
// The top-level story. Read `run_pilot` first; each call lands in the file where one would look for it.
#include "cli/pilot.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "evidence/environment_lock.h"
#include "judge/judge.h"
#include "report/report.h"
#include "stage/case.h"
#include "stage/derive.h"
#include "stage/environment.h"
#include "stage/stage.h"

namespace pilotage {
namespace {

// One run in progress: what `run_pilot` would otherwise pass to each of its steps.
struct Session {
  const RunOptions& options;
  const Plan& plan;
  const Seal& seal;
  Store& store;
  Terminal& terminal;
  RunContext context;
  PilotOutcome outcome;
  int64_t look = 0;
};

bool is_wanted(const Stage& stage, const RunOptions& options) {
  return options.stages.empty() || std::ranges::find(options.stages, stage.name) != options.stages.end();
}

Status check_stage_names(const RunOptions& options) {
  std::vector<std::string_view> names;
  for (const Stage& stage : all_stages()) names.push_back(stage.name);
  for (const auto& wanted : options.stages) {
    if (std::ranges::find(names, wanted) != names.end()) continue;
    std::string known;
    for (const auto name : names) known += (known.empty() ? "" : ", ") + std::string(name);
    return usage_error("there is no stage \"" + wanted + "\"", "the stages are " + known);
  }
  return Done{};
}

// What earlier runs left: which cases are complete, what the environment was, who is blocked.
Status refresh(Session& session) {
  session.context.complete.clear();
  for (const Attempt& attempt : TRY(session.store.attempts())) {
    if (attempt.complete) session.context.complete.insert(attempt.key);
  }
  session.context.environment = TRY(environment_locks(session.store, session.context.seal));
  session.context.blocked = TRY(blocked_platforms(session.plan, session.store, session.context.seal));
  return Done{};
}

// Is there a case that would have to run, if the environment is still what it was at the last look?
Result<bool> is_anything_left(const Session& session) {
  for (const Stage& stage : all_stages()) {
    if (stage.name == "device" || !is_wanted(stage, session.options)) continue;
    for (const Case& one : TRY(cases_in_order(stage, session.plan, session.seal, session.look))) {
      if (!not_to_run(one, session.context)) return true;
    }
  }
  const bool looked = session.context.environment.size() >= 1 + session.plan.candidates().size();
  return !looked && session.look == 0;
}

// Budget and stop conditions, between cases. Empty: go on.
Result<std::string> reason_to_stop(const Session& session) {
  double seconds = 0;
  double money = 0;
  std::map<std::string, double> price;
  for (const Platform& platform : session.plan.platforms) price[platform.name] = platform.price_per_hour.value_or(0);
  int64_t failed = 0;
  for (const Attempt& attempt : TRY(session.store.attempts())) {
    if (attempt.seal != session.context.seal) continue;
    seconds += attempt.seconds;
    money += attempt.seconds / 3600 * price[attempt.platform];
  }
  failed = session.outcome.cases_failed;
  const Budget& budget = session.plan.budget;
  if (budget.hours && seconds / 3600 >= *budget.hours) {
    return fmt::format("the budget of {:.4g} hours is used up ({:.4g} measured)", *budget.hours, seconds / 3600);
  }
  if (budget.money && money >= *budget.money) {
    return fmt::format("the budget of {:.6g} {} is used up ({:.6g})", *budget.money, budget.currency, money);
  }
  if (session.plan.stop.failed_cases && failed >= *session.plan.stop.failed_cases) {
    return fmt::format("{} cases failed, and the plan stops at {}", failed, *session.plan.stop.failed_cases);
  }
  return std::string();
}

Result<std::string> failed_stop_criterion(const Session& session) {
  const auto& ids = session.plan.stop.failed_criteria;
  if (ids.empty()) return std::string();
  const Verdict verdict = TRY(judge(session.plan, session.store));
  for (const CandidateVerdict& candidate : verdict.candidates) {
    for (const Judgement& one : candidate.judgements) {
      const bool watched = std::ranges::find(ids, one.criterion.id) != ids.end();
      if (watched && one.outcome == Outcome::kFail) {
        return fmt::format("criterion \"{}\" failed on \"{}\", and the plan stops at it", one.criterion.id, candidate.candidate);
      }
    }
  }
  return std::string();
}

Status note_stop(Session& session, const std::string& reason) {
  session.outcome.stopped = reason;
  session.terminal.say("Stopped: " + reason);
  TRY(session.store.note(0, RecordKind::kStopped, Json::object().set("reason", reason)));
  return session.store.commit();
}

// True where the run has to stop here.
Result<bool> stops_here(Session& session) {
  std::string reason = TRY(reason_to_stop(session));
  if (reason.empty()) reason = TRY(failed_stop_criterion(session));
  if (reason.empty()) return false;
  TRY(note_stop(session, reason));
  return true;
}

void tell(Session& session, const Case& one, const CaseResult& result) {
  const ProbeOutcome& outcome = result.outcome;
  if (!outcome.failure) {
    session.terminal.say(fmt::format("  {} ({:.1f} s)", one.title(), outcome.seconds));
    return;
  }
  session.terminal.say(fmt::format("  {}: failed, {}: {}", one.title(), outcome.failure->code, outcome.failure->message));
  if (!outcome.failure->hint.empty()) session.terminal.say("    what next: " + outcome.failure->hint);
}

Status measure(Session& session, const Case& one) {
  const std::string title = one.title();
  session.terminal.progress(title, 0, 0, "");
  session.context.on_progress = [&](const Progress& progress) {
    session.terminal.progress(title, progress.done, progress.total, progress.text);
  };
  const CaseResult result = TRY(run_case(one, session.context, session.store).in(title));
  ++session.outcome.cases_run;
  if (result.end == CaseEnd::kFailed) ++session.outcome.cases_failed;
  tell(session, one, result);
  return Done{};
}

// True where the run has to stop.
Result<bool> run_or_skip(Session& session, const Case& one) {
  if (const auto reason = not_to_run(one, session.context)) {
    if (reason->skip == Skip::kComplete) {
      ++session.outcome.cases_complete_before;
      return false;
    }
    TRY(record_not_run(one, *reason, session.store));
    return false;
  }
  if (TRY(stops_here(session))) return true;
  TRY(measure(session, one));
  if (one.stage == "device") TRY(refresh(session));
  return false;
}

// True where the run has to stop.
Result<bool> run_stage(Session& session, const Stage& stage) {
  session.terminal.say(fmt::format("{}: {}", stage.name, stage.question));
  for (const Case& one : TRY(cases_in_order(stage, session.plan, session.seal, session.look))) {
    if (TRY(run_or_skip(session, one))) return true;
  }
  TRY(refresh(session));
  TRY(derive_observations(stage, session.context, session.store));
  TRY(refresh(session));
  return false;
}

// The environment is looked at whenever something is left to run: only so can earlier evidence be known to be stale.
Status run_stages(Session& session) {
  TRY(refresh(session));
  session.look = TRY(next_look(session.store));
  const bool anything = TRY(is_anything_left(session));
  if (!anything) session.terminal.say("Nothing is left to run: all cases are complete.");
  for (const Stage& stage : all_stages()) {
    const bool looks = stage.name == "device" && anything;
    if (!stage.not_built.empty() || !(looks || (stage.name != "device" && is_wanted(stage, session.options)))) continue;
    if (!anything && stage.name != "answers") continue;
    if (TRY(run_stage(session, stage))) return Done{};
  }
  return Done{};
}

Result<Seal> seal_for(const RunOptions& options, const Plan& plan, const Store& store) {
  if (options.purpose == Purpose::kAcceptance) return require_seal(plan, store);
  Seal none = TRY(make_seal(plan));
  none.digest.clear();
  return none;
}

}  // namespace

Result<std::optional<Seal>> seal_in_force(const Store& store) {
  const std::vector<Note> seals = TRY(store.notes(RecordKind::kSeal));
  if (seals.empty()) return std::optional<Seal>();
  return std::optional<Seal>(TRY(seal_from_json(seals.back().body)));
}

Result<Seal> require_seal(const Plan& plan, const Store& store) {
  const std::optional<Seal> sealed = TRY(seal_in_force(store));
  const std::string command = "pilotage seal " + plan.file.string();
  if (!sealed) return usage_error("the plan is not sealed", "run: " + command + " (or run --exploratory, which can pass nothing)");
  const std::string difference = TRY(difference_from_seal(plan, *sealed));
  if (!difference.empty()) {
    return usage_error(difference, "take the change back, or seal anew: " + command + " (voids what came before)");
  }
  return *sealed;
}

Result<PilotOutcome> run_pilot(const RunOptions& options, Terminal& terminal) {
  TRY(check_stage_names(options));
  const Plan plan = TRY(load_plan(options.plan_path));              // every mistake at once, or none
  Store store = TRY(Store::open(plan.folder(), Access::kWrite));    // one writer; resumes what is there
  const Seal seal = TRY(seal_for(options, plan, store));            // criteria are older than results
  Session session{options, plan, seal, store, terminal, {.plan = plan, .seal = seal.digest}, {}, 0};
  session.context.home = TRY(find_home());
  TRY(run_stages(session));                                         // probes in, evidence out; skips what is complete
  session.outcome.verdict = TRY(judge(plan, store));                // pure: evidence in, verdict out
  TRY(store.commit());                                              // an error where the evidence is no longer there
  TRY(write_reports(plan, session.outcome.verdict, store));         // always, also when much was not run
  return std::move(session.outcome);
}

}  // namespace pilotage
