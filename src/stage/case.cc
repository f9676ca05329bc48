// SPDX-License-Identifier: Apache-2.0
#include "stage/case.h"

#include <cstdlib>
#include <system_error>

#include "base/time.h"
#include "stage/peaks.h"

namespace pilotage {
namespace {

// On another host everything of ours lies in one folder, `pilotage`, under the platform's root (docs/plan.md).
Home home_on(const Platform& platform, const RunContext& context) {
  if (platform.root.empty()) return context.home;
  const auto folder = std::filesystem::path(platform.root) / "pilotage";
  return {.folder = folder, .program = folder / "bin" / "pilotage"};
}

ProbeCommand command_of(const Case& one, const RunContext& context) {
  const Platform& platform = *one.platform;
  const Home home = home_on(platform, context);
  ProbeCommand command{.launcher = platform.launcher, .working_folder = context.plan.base().string()};
  if (one.probe.starts_with("torch.")) {
    const std::string python = platform.python.empty() ? "python3" : platform.python;
    command.argv = {python, (home.folder / "probes" / "torch").string()};
  } else {
    command.argv = {home.program.string(), "probe", "run"};
  }
  return command;
}

// The values behind the names that the plan lists; a name that is not set is an error, since silence would be a guess.
Result<std::map<std::string, std::string>> environment_of(const Platform& platform) {
  std::map<std::string, std::string> values;
  for (const auto& name : platform.environment) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) {
      return environment_error("platform \"" + platform.name + "\" names the variable \"" + name + "\", which is not set",
                               "set it in the shell that runs pilotage");
    }
    values[name] = value;
  }
  return values;
}

Attempt attempt_of(const Case& one, const RunContext& context) {
  Attempt attempt;
  const auto lock = context.environment.find(one.platform->name);
  attempt.environment_lock = lock != context.environment.end() && one.stage != "device" ? lock->second : "";
  attempt.key = key_of(one, attempt.environment_lock, context.seal);
  attempt.seal = context.seal;
  attempt.stage = one.stage;
  attempt.platform = one.platform->name;
  attempt.workload = one.workload != nullptr ? one.workload->name : "";
  attempt.probe = one.probe;
  attempt.run = one.run;
  attempt.shared = one.shared;
  attempt.own = one.own;
  attempt.request.set("device", one.platform->device).set("parameters", one.parameters);
  attempt.started = utc_now();
  return attempt;
}

Json failure_to_json(const ProbeOutcome& outcome) {
  Json body = Json::object();
  body.set("code", outcome.failure->code).set("message", outcome.failure->message).set("hint", outcome.failure->hint);
  body.set("diagnostics", outcome.diagnostics);
  return body;
}

// Native measurements have a limit that the chip cannot exceed.
Status hold_against_profile(const Case& one, const RunContext& context, Sequence attempt, Store& store) {
  if (one.stage != "basics") return Done{};
  const auto profile = TRY(profile_if_known(context.home.folder / "profiles", one.platform->profile));
  if (!profile) return Done{};
  const Json host = TRY(host_of(store, context.seal, one.platform->name));
  return refuse_above_peak(*profile, host, attempt, store);
}

}  // namespace

Result<Home> find_home() {
  std::error_code code;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", code);
  auto folder = program.parent_path();
  for (int up = 0; up < 4 && folder != folder.parent_path(); ++up, folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / "probes" / "torch" / "__main__.py", code)) return Home{folder, program};
  }
  return environment_error("no folder probes/torch beside or above \"" + program.string() + "\"",
                           "run the program from a bundle or from the source tree");
}

std::optional<NotToRun> not_to_run(const Case& one, const RunContext& context) {
  if (!one.not_to_run.empty()) return NotToRun{Skip::kRuledOut, one.not_to_run};
  const std::string key = attempt_of(one, context).key;
  if (context.complete.contains(key)) return NotToRun{Skip::kComplete, "complete"};
  const auto blocked = context.blocked.find(one.platform->name);
  if (blocked != context.blocked.end()) {
    return NotToRun{Skip::kBlocked, "the platform is blocked by the finding \"" + blocked->second + "\""};
  }
  return std::nullopt;
}

Status record_not_run(const Case& one, const NotToRun& why, Store& store) {
  Json body = Json::object();
  body.set("stage", one.stage).set("platform", one.platform->name).set("probe", one.probe).set("run", one.run);
  body.set("workload", one.workload != nullptr ? Json(one.workload->name) : Json());
  body.set("reason", why.reason);
  for (const Note& earlier : TRY(store.notes(RecordKind::kNotRun))) {
    if (earlier.body == body) return Done{};
  }
  TRY(store.note(0, RecordKind::kNotRun, body));
  return store.commit();
}

Result<CaseResult> run_case(const Case& one, const RunContext& context, Store& store) {
  ProbeRequest request{.probe = one.probe, .device = one.platform->device, .parameters = one.parameters};
  request.environment = TRY(environment_of(*one.platform));
  const ProbeLimits limits{std::chrono::seconds(context.plan.limits.case_s),
                           std::chrono::seconds(context.plan.limits.silence_s)};
  const Sequence attempt = TRY(store.begin_attempt(attempt_of(one, context)));
  TRY(store.commit());
  CaseResult result;
  result.outcome = TRY(run_probe(command_of(one, context), request, limits, store, attempt, context.on_progress));
  if (result.outcome.failure) {
    TRY(store.fail_attempt(attempt, result.outcome.seconds, failure_to_json(result.outcome)));
  } else {
    TRY(hold_against_profile(one, context, attempt, store));
    TRY(store.end_attempt(attempt, result.outcome.seconds));
    result.end = CaseEnd::kComplete;
  }
  TRY(store.commit());
  return result;
}

}  // namespace pilotage
