// SPDX-License-Identifier: Apache-2.0
// `pilotage verify PLAN|BUNDLE`: recompute the chain and every digest.
#include "evidence/verify.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <charconv>
#include <memory>

#include "base/text.h"
#include "cli/verb.h"
#include "evidence/bundle.h"
#include "plan/plan.h"

namespace pilotage {
namespace {

struct VerifyOptions {
  std::filesystem::path what;  // a plan, or a bundle
  std::string head;
};

// `SEQUENCE:HASH`, as `status` and `export` print it.
Result<Head> parse_head(const std::string& text) {
  const size_t colon = text.find(':');
  Head head;
  const auto read = std::from_chars(text.data(), text.data() + std::min(colon, text.size()), head.sequence);
  if (colon == std::string::npos || read.ec != std::errc() || read.ptr != text.data() + colon) {
    return usage_error("\"" + text + "\" is no head", "write SEQUENCE:HASH, as `pilotage status` shows it");
  }
  head.hash = to_hex(TRY(digest_from_hex(text.substr(colon + 1))));
  return head;
}

Json to_json(const VerifyReport& report) {
  Json foreign = Json::array();
  for (const auto& name : report.foreign) foreign.push(name);
  Json object = Json::object();
  object.set("records", report.head.sequence).set("head", report.head.hash).set("observations", report.observations);
  object.set("attempts", report.attempts).set("complete_attempts", report.complete_attempts);
  object.set("artifacts", report.artifacts).set("artifact_bytes", report.artifact_bytes);
  object.set("imported_chains", report.imported_chains).set("foreign_files", foreign);
  return object;
}

Result<VerifyReport> verify_what(const std::filesystem::path& what, const std::optional<Head>& expected) {
  if (what.extension() != ".toml") return verify_bundle(what, expected);
  const Plan plan = TRY(load_plan(what));
  return verify(plan.folder(), expected);
}

Result<int> verify_verb(const VerifyOptions& options, Terminal& terminal) {
  std::optional<Head> expected;
  if (!options.head.empty()) expected = TRY(parse_head(options.head));
  const VerifyReport report = TRY(verify_what(options.what, expected));
  terminal.give(to_json(report));
  terminal.say(fmt::format("The evidence is whole: {} records, {} observations, {} artifacts ({} bytes).", report.head.sequence,
                           report.observations, report.artifacts, report.artifact_bytes));
  terminal.say(fmt::format("  head {}:{}", report.head.sequence, report.head.hash));
  for (const auto& name : report.foreign) {
    if (!name.starts_with("report.")) terminal.say("  not part of the evidence: " + name);
  }
  return 0;
}

}  // namespace

void add_verify(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("verify", "recompute the chain of records and the digest of every artifact");
  auto options = std::make_shared<VerifyOptions>();  // shared with the action, which outlives this function
  verb->add_option("what", options->what, "the plan file, or a bundle")->required();
  verb->add_option("--head", options->head, "SEQUENCE:HASH that the chain must contain, kept from an earlier time");
  verb->footer("Exit code 0 where all is whole, 1 where something is damaged or was changed.\nExample: pilotage verify pilot.toml");
  verb->callback([options, &chosen] { chosen = [options](Terminal& terminal) { return verify_verb(*options, terminal); }; });
}

}  // namespace pilotage
