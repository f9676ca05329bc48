// SPDX-License-Identifier: Apache-2.0
// `pilotage verify PLAN|BUNDLE`: recompute the chain and every digest, and the seal's signature where its signer is named.
#include "evidence/verify.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <charconv>
#include <memory>

#include "base/text.h"
#include "cli/pilot.h"
#include "cli/verb.h"
#include "evidence/bundle.h"
#include "plan/signature.h"

namespace pilotage {
namespace {

struct VerifyOptions {
  std::filesystem::path what;  // a plan, or a bundle
  std::optional<std::string> head;
  std::filesystem::path signers;
  std::string identity;
};

struct Verified {
  VerifyReport report;
  std::optional<Seal> seal;  // in force; nothing for a bundle
};

// `SEQUENCE:HASH`, as `status` and `export` print it.
Result<Head> parse_head(const std::string& text) {
  const size_t colon = text.find(':');
  Head head;
  const auto read = std::from_chars(text.data(), text.data() + std::min(colon, text.size()), head.sequence);
  const bool numbered = colon != std::string::npos && read.ec == std::errc() && read.ptr == text.data() + colon;
  if (numbered) head.hash = text.substr(colon + 1);
  if (!numbered || head.sequence < 0 || !is_digest(head.hash)) {
    return usage_error("\"" + text + "\" is no head", "write SEQUENCE:HASH, as `pilotage verify` shows it");
  }
  return head;
}

Json to_json(const Verified& verified) {
  const VerifyReport& report = verified.report;
  Json foreign = Json::array();
  for (const auto& name : report.foreign) foreign.push(name);
  Json object = Json::object();
  object.set("records", report.head.sequence).set("head", report.head.hash).set("observations", report.observations);
  object.set("attempts", report.attempts).set("complete_attempts", report.complete_attempts);
  object.set("artifacts", report.artifacts).set("artifact_bytes", report.artifact_bytes);
  object.set("imported_chains", report.imported_chains).set("foreign_files", foreign);
  return object.set("seal", verified.seal ? seal_to_json(*verified.seal) : Json());
}

Result<Verified> verify_what(const std::filesystem::path& what, const std::optional<Head>& expected) {
  if (what.extension() != ".toml") return Verified{TRY(verify_bundle(what, expected)), {}};
  const Plan plan = TRY(load_plan(what));
  const VerifyReport report = TRY(verify(plan.folder(), expected));
  const Store store = TRY(Store::open(plan.folder(), Access::kRead));
  return Verified{report, TRY(seal_in_force(store))};
}

Status check_signature(const VerifyOptions& options, const std::optional<Seal>& seal) {
  if (options.signers.empty()) return Done{};
  if (!seal) return damaged_error("there is no seal whose signature could be checked", "name a plan that was sealed");
  if (seal->signature.empty()) return damaged_error("the seal is not signed", "name a signing_key in the plan and seal it");
  return verify_signature(sealed_text(*seal), seal->signature, options.signers, options.identity);
}

void tell(const Verified& verified, const VerifyOptions& options, Terminal& terminal) {
  const VerifyReport& report = verified.report;
  terminal.say(fmt::format("The evidence is whole: {} records, {} observations, {} artifacts ({} bytes).", report.head.sequence,
                           report.observations, report.artifacts, report.artifact_bytes));
  terminal.say(fmt::format("  head {}:{}", report.head.sequence, report.head.hash));
  if (!options.signers.empty()) terminal.say("  the seal in force is signed by " + options.identity);
  for (const auto& name : report.foreign) {
    if (!name.starts_with("report.")) terminal.say("  not part of the evidence: " + name);
  }
}

Result<int> verify_verb(const VerifyOptions& options, Terminal& terminal) {
  std::optional<Head> expected;
  if (options.head) expected = TRY(parse_head(*options.head));
  const Verified verified = TRY(verify_what(options.what, expected));
  TRY(check_signature(options, verified.seal));
  terminal.give(to_json(verified));
  tell(verified, options, terminal);
  return 0;
}

}  // namespace

void add_verify(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("verify", "recompute the chain of records and the digest of every artifact");
  auto options = std::make_shared<VerifyOptions>();  // shared with the action, which outlives this function
  verb->add_option("what", options->what, "the plan file, or a bundle")->required();
  verb->add_option("--head", options->head, "SEQUENCE:HASH that the chain must contain, kept from an earlier time");
  auto* signers = verb->add_option("--signers", options->signers,
                                   "allowed signers (see ssh-keygen(1)): the seal must be signed by --identity");
  auto* identity = verb->add_option("--identity", options->identity, "who must have signed, as the file of --signers names them");
  signers->needs(identity);
  identity->needs(signers);
  verb->footer("Exit code 0 where all is whole, 1 where something is damaged, was changed or is not signed as asked.\n"
               "Example: pilotage verify pilot.toml --signers allowed_signers --identity me@example.org");
  verb->callback([options, &chosen] { chosen = [options](Terminal& terminal) { return verify_verb(*options, terminal); }; });
}

}  // namespace pilotage
