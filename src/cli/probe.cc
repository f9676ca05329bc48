// SPDX-License-Identifier: Apache-2.0
// `pilotage probe run`: one of our native probes, by hand or at the end of a launcher. `pilotage probe check CMD`: a user's
// own probe tried against the protocol.
#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <memory>

#include "cli/verb.h"
#include "probe/check.h"
#include "probe/native.h"

namespace pilotage {
namespace {

struct ProbeOptions {
  std::string name;
  std::string device = "cpu";
  std::string parameters = "{}";
};

Result<Json> parameters_in(const std::string& text) {
  Json parameters = TRY(parse_json(text).in("--parameters"));
  if (parameters.object_if() == nullptr) return usage_error("--parameters: not one JSON object", "write them as {\"name\":value}");
  return parameters;
}

// Without a name the request comes on standard input, as the runner sends it.
Result<int> run_verb(const ProbeOptions& options) {
  if (options.name.empty()) return run_native_probe();
  ProbeRequest request{.probe = options.name, .device = options.device};
  request.parameters = TRY(parameters_in(options.parameters));
  return run_native_probe(request);
}

std::string known_probes() {
  std::string text = "The native probes:\n";
  for (const NativeProbe& one : native_probes()) text += fmt::format("  {:<8} {}\n", one.name, one.about);
  return text + "Example: pilotage probe run gemm --parameters '{\"sizes\":[512],\"formats\":[\"fp32\"]}'";
}

void add_probe_run(CLI::App& probe, Action& chosen) {
  auto* verb = probe.add_subcommand("run", "run one native probe and print its messages");
  auto options = std::make_shared<ProbeOptions>();  // shared with the action, which outlives this function
  verb->add_option("name", options->name, "which; without it the request is read from standard input");
  verb->add_option("--device", options->device, "the device")->capture_default_str();
  verb->add_option("--parameters", options->parameters, "its parameters, as a JSON object")->capture_default_str();
  verb->footer(known_probes());
  verb->callback([options, &chosen] { chosen = [options](Terminal&) { return run_verb(*options); }; });
}

struct CheckOptions {
  std::vector<std::string> command;
  std::string probe = "check";
  std::string device = "cpu";
  std::string parameters = "{}";
  int64_t seconds = 60;
};

void show(const ProbeCheck& check, Terminal& terminal) {
  for (const SaidMetric& one : check.metrics) {
    terminal.say(fmt::format("  {:<32} {:>8} numbers, {:.6g} to {:.6g} {}", one.metric, one.count, one.smallest, one.largest, one.unit));
  }
  terminal.say(fmt::format("  {} findings, {} artifacts, {:.1f} s", check.findings.size(), check.artifacts.size(), check.outcome.seconds));
  for (const ProbeFailure& one : check.breaches) {
    terminal.say(fmt::format("  {}: {}", one.code, one.message));
    if (!one.hint.empty()) terminal.say("    what next: " + one.hint);
  }
  if (check.breaches.empty()) terminal.say("The probe keeps to the protocol.");
}

Result<int> check_verb(const CheckOptions& options, Terminal& terminal) {
  ProbeRequest request{.probe = options.probe, .device = options.device};
  request.parameters = TRY(parameters_in(options.parameters));
  const std::chrono::seconds limit(options.seconds);
  const ProbeCheck check = TRY(check_probe({.argv = options.command}, request, {.total = limit, .silence = limit}));
  terminal.give(probe_check_to_json(check));
  show(check, terminal);
  return check.breaches.empty() ? 0 : 1;
}

void add_probe_check(CLI::App& probe, Action& chosen) {
  auto* verb = probe.add_subcommand("check", "run a probe of your own and say whether it keeps to the protocol");
  auto options = std::make_shared<CheckOptions>();  // shared with the action, which outlives this function
  verb->add_option("--probe", options->probe, "the name of the measurement in the request")->capture_default_str();
  verb->add_option("--device", options->device, "the device in the request")->capture_default_str();
  verb->add_option("--parameters", options->parameters, "the parameters in the request")->capture_default_str();
  verb->add_option("--seconds", options->seconds, "time limit")->capture_default_str()->check(CLI::Range(1, 86400));
  verb->add_option("command", options->command, "the probe and its arguments, after --")->required();
  verb->footer("Exit code 0 where it keeps to docs/probe-protocol.md, 1 where it does not.\n"
               "Example: pilotage probe check --device cpu -- python3 my_probe.py");
  verb->callback([options, &chosen] { chosen = [options](Terminal& terminal) { return check_verb(*options, terminal); }; });
}

}  // namespace

void add_probe(CLI::App& app, Action& chosen) {
  auto* probe = app.add_subcommand("probe", "one probe by hand");
  probe->require_subcommand(1);
  add_probe_run(*probe, chosen);
  add_probe_check(*probe, chosen);
}

}  // namespace pilotage
