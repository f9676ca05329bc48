// SPDX-License-Identifier: Apache-2.0
// `pilotage export PLAN BUNDLE` and `pilotage import PLAN BUNDLE`: one pilot's evidence as one file, out and in.
#include "evidence/bundle.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <memory>

#include "base/text.h"
#include "cli/show.h"
#include "cli/verb.h"
#include "plan/plan.h"

namespace pilotage {
namespace {

struct BundleOptions {
  std::filesystem::path plan;
  std::filesystem::path bundle;
};

Result<int> export_verb(const BundleOptions& options, Terminal& terminal) {
  const Plan plan = TRY(load_plan(options.plan));
  TRY(check_target(plan, options.bundle));
  const Store store = TRY(Store::open(plan.folder(), Access::kRead));
  const Head head = TRY(export_bundle(store, options.bundle));
  terminal.give(Json::object().set("bundle", options.bundle.string()).set("records", head.sequence).set("head", head.hash));
  terminal.say(fmt::format("Wrote {} with {} records.\n  head {}:{}", options.bundle.string(), head.sequence, head.sequence, head.hash));
  return 0;
}

Result<int> import_verb(const BundleOptions& options, Terminal& terminal) {
  const Plan plan = TRY(load_plan(options.plan));
  Store store = TRY(Store::open(plan.folder(), Access::kWrite));
  const ImportReport report = TRY(import_bundle(options.bundle, store));
  Json platforms = Json::array();
  for (const auto& name : report.platforms) platforms.push(name);
  terminal.give(Json::object().set("records", report.head.sequence).set("head", report.head.hash).set("platforms", platforms)
                    .set("observations", report.observations).set("artifacts", report.artifacts).set("recreated", report.recreated));
  terminal.say(fmt::format("Took in {} records of {}: {} observations, {} artifacts.", report.head.sequence,
                           report.platforms.empty() ? "no platform" : join(report.platforms, ", "), report.observations,
                           report.artifacts));
  return 0;
}

using Run = Result<int> (*)(const BundleOptions&, Terminal&);

void add_verb(CLI::App& app, Action& chosen, const char* name, const char* about, const char* footer, Run run) {
  auto* verb = app.add_subcommand(name, about);
  auto options = std::make_shared<BundleOptions>();  // shared with the action, which outlives this function
  verb->add_option("plan", options->plan, "the plan file")->required();
  verb->add_option("bundle", options->bundle, "the bundle's file")->required();
  verb->footer(footer);
  verb->callback([options, run, &chosen] { chosen = [options, run](Terminal& terminal) { return run(*options, terminal); }; });
}

}  // namespace

void add_export(CLI::App& app, Action& chosen) {
  add_verb(app, chosen, "export", "write a pilot's evidence into one file", "Example: pilotage export pilot.toml site-a.pilotage",
           export_verb);
}

void add_import(CLI::App& app, Action& chosen) {
  add_verb(app, chosen, "import", "take in the evidence of another site's run of the same sealed plan",
           "Refuses another seal, and platforms that are there already.\nExample: pilotage import pilot.toml site-b.pilotage",
           import_verb);
}

}  // namespace pilotage
