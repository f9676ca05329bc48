// SPDX-License-Identifier: Apache-2.0
// The elements and attributes of Apache Ant's JUnit schema, which the common readers (Jenkins, GitLab) accept. A
// verdict has no clock: the attributes for times, which the schema wants, are zero.
#include "report/junit.h"

#include <algorithm>

#include "report/markup.h"
#include "report/words.h"

namespace pilotage {
namespace {

constexpr const char* kNoTime = "1970-01-01T00:00:00";

std::string full_reason(const Judgement& judgement) {
  std::string words = judgement.reason;
  for (const auto& refusal : judgement.refusals) words += "\n" + refusal.code + ": " + refusal.text;
  if (!judgement.would_change.empty()) words += "\nWhat would change it: " + judgement.would_change;
  return words;
}

Html outcome_of(const Judgement& judgement) {
  const Attributes attributes{{"message", judgement.reason}, {"type", std::string(word(judgement.outcome))}};
  switch (judgement.outcome) {
    case Outcome::kPass: return "";
    case Outcome::kFail: return element("failure", attributes, text(full_reason(judgement)));
    case Outcome::kInconclusive: return element("error", attributes, text(full_reason(judgement)));
    case Outcome::kNotJudged: break;
  }
  return element("skipped", {{"message", judgement.reason}}, "");
}

Html case_of(const Judgement& judgement, const std::string& suite) {
  const Attributes attributes{
      {"name", judgement.criterion.id + ": " + asked(judgement.criterion)}, {"classname", suite}, {"time", "0"}};
  return element("testcase", attributes, outcome_of(judgement));
}

std::string number_of(const CandidateVerdict& candidate, Outcome outcome) {
  return std::to_string(std::ranges::count(candidate.judgements, outcome, &Judgement::outcome));
}

// A candidate without one judgement is no pass either: its decision becomes a case of its own.
Html missing_case(const CandidateVerdict& candidate, const std::string& suite) {
  const Attributes attributes{{"name", "verdict"}, {"classname", suite}, {"time", "0"}};
  return element("testcase", attributes, element("skipped", {{"message", why(candidate)}}, ""));
}

struct Numbers {
  std::string tests;
  std::string failures;
  std::string errors;
  std::string skipped;
};

Attributes suite_attributes(const Plan& plan, const std::string& suite, size_t id, const Numbers& numbers) {
  return {{"id", std::to_string(id)},
          {"package", plan.name},
          {"name", suite},
          {"timestamp", kNoTime},
          {"hostname", "localhost"},
          {"tests", numbers.tests},
          {"failures", numbers.failures},
          {"errors", numbers.errors},
          {"skipped", numbers.skipped},
          {"time", "0"}};
}

Html no_output() { return "<system-out></system-out><system-err></system-err>"; }

Html suite_of(const CandidateVerdict& candidate, const Plan& plan, size_t id) {
  const std::string suite = plan.name + "." + candidate.candidate;
  const bool none = candidate.judgements.empty();
  Html cases = none ? missing_case(candidate, suite) : Html();
  for (const auto& judgement : candidate.judgements) cases += case_of(judgement, suite);
  const Numbers numbers{std::to_string(std::max<size_t>(candidate.judgements.size(), 1)),
                        number_of(candidate, Outcome::kFail), number_of(candidate, Outcome::kInconclusive),
                        none ? "1" : number_of(candidate, Outcome::kNotJudged)};
  const Attributes decision{{"name", "decision"}, {"value", std::string(word(candidate.decision))}};
  const Html properties = element("properties", element("property", decision, ""));
  return element("testsuite", suite_attributes(plan, suite, id, numbers), properties + cases + no_output());
}

// What is wrong with the evidence as a whole, as a suite of its own: no candidate's case would carry it.
Html integrity_suite(const Verdict& verdict, const Plan& plan) {
  if (verdict.integrity.empty()) return "";
  const std::string suite = plan.name + ".evidence";
  Html cases;
  for (const auto& refusal : verdict.integrity) {
    const Attributes attributes{{"message", refusal.text}, {"type", refusal.code}};
    cases += element("testcase", {{"name", refusal.code}, {"classname", suite}, {"time", "0"}},
                     element("error", attributes, text(refusal.text)));
  }
  const std::string n = std::to_string(verdict.integrity.size());
  const Attributes attributes = suite_attributes(plan, suite, verdict.candidates.size(), {n, "0", n, "0"});
  return element("testsuite", attributes, "<properties></properties>" + cases + no_output());
}

}  // namespace

std::string junit_report(const Verdict& verdict, const Plan& plan) {
  Html suites;
  for (size_t i = 0; i < verdict.candidates.size(); ++i) suites += suite_of(verdict.candidates[i], plan, i);
  suites += integrity_suite(verdict, plan);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element("testsuites", suites).code() + "\n";
}

}  // namespace pilotage
