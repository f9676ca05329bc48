// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/digest.h"
#include "evidence/testing.h"
#include "plan/seal.h"
#include "report/facts.h"

namespace pilotage {
namespace {

class Gather : public testing::Test {
 protected:
  Sequence complete(const Attempt& attempt) {
    const Sequence sequence = expect(store_.begin_attempt(attempt));
    expect(store_.end_attempt(sequence, 2));
    expect(store_.commit());
    return sequence;
  }

  Attempt attempt(const std::string& stage, const std::string& probe, int64_t run = 0) {
    Attempt one = attempt_on("new", seal_);
    one.stage = stage;
    one.probe = probe;
    one.run = run;
    if (stage == "basics") one.workload.clear();  // as `not_run` has it
    return one;
  }

  void not_run(const std::string& probe, const std::string& reason) {
    Json body = Json::object();
    body.set("stage", "basics").set("platform", "new").set("probe", probe).set("run", 0).set("workload", Json());
    expect(store_.note(0, RecordKind::kNotRun, body.set("reason", reason)));
    expect(store_.commit());
  }

  Facts gathered() { return expect(gather(seal_, store_)); }

  TemporaryFolder folder_;
  Store store_ = expect(Store::open(folder_.path(), Access::kWrite));
  std::string seal_ = sha256_hex("seal");
};

TEST_F(Gather, shows_the_newest_look_at_an_environment) {
  for (const char* version : {"1", "2"}) {
    const Sequence look = expect(store_.begin_attempt(attempt("device", "host", version[0] - '1')));
    const Json found = Json::object().set("cpu", Json::object().set("cores", 2)).set("kernel", version);
    expect(store_.note(look, RecordKind::kHello, Json::object().set("probe", "host").set("found", found)));
    expect(store_.end_attempt(look, 1));
  }
  const Facts facts = gathered();
  ASSERT_EQ(facts.environment.size(), 2U);
  EXPECT_EQ(facts.environment[0].name, "cpu.cores");
  EXPECT_EQ(facts.environment[0].value, "2");
  EXPECT_EQ(facts.environment[1].value, "2");
  EXPECT_EQ(facts.cases.size(), 1U);  // two looks are one case
}

TEST_F(Gather, says_of_each_case_how_it_ended) {
  complete(attempt("answers", "torch.run"));
  const Sequence failed = expect(store_.begin_attempt(attempt("basics", "gemm")));
  const Json reason = Json::object().set("code", "time_limit").set("message", "it took too long").set("hint", "");
  expect(store_.fail_attempt(failed, 3, reason));
  expect(store_.begin_attempt(attempt("basics", "memory")));
  expect(store_.commit());
  not_run("other", "the budget is spent");
  const Facts facts = gathered();
  ASSERT_EQ(facts.cases.size(), 4U);
  EXPECT_EQ(facts.cases[0].state, CaseState::kCompleted);
  EXPECT_EQ(facts.cases[1].state, CaseState::kFailed);
  EXPECT_EQ(facts.cases[1].reason, "time_limit: it took too long");
  EXPECT_EQ(facts.cases[2].state, CaseState::kBrokenOff);
  EXPECT_FALSE(facts.cases[2].seconds.has_value());
  EXPECT_EQ(facts.cases[3].state, CaseState::kNotRun);
  EXPECT_EQ(facts.cases[3].reason, "the budget is spent");
}

TEST_F(Gather, forgets_a_failure_that_a_later_attempt_made_good) {
  not_run("gemm", "the budget is spent");
  const Sequence failed = expect(store_.begin_attempt(attempt("basics", "gemm")));
  expect(store_.fail_attempt(failed, 3, Json::object()));
  complete(attempt("basics", "gemm"));
  const Facts facts = gathered();
  ASSERT_EQ(facts.cases.size(), 1U);
  EXPECT_EQ(facts.cases[0].state, CaseState::kCompleted);
}

TEST_F(Gather, counts_attempts_of_other_seals_and_shows_none_of_them) {
  complete(attempt("answers", "torch.run"));
  seal_ = sha256_hex("a new seal");
  const Facts facts = gathered();
  EXPECT_EQ(facts.attempts_total, 1);
  EXPECT_EQ(facts.attempts_of_other_seals, 1);
  EXPECT_TRUE(facts.cases.empty());
}

TEST_F(Gather, names_the_data_as_the_seal_does) {
  Seal seal{.plan_digest = sha256_hex("plan"), .data = {{"search", {"items.jsonl", sha256_hex("data"), 1850}}}};
  seal.digest = sha256_hex(sealed_text(seal));
  seal.time = "2026-08-11T09:30:02Z";
  seal_ = seal.digest;
  expect(store_.note(0, RecordKind::kSeal, seal_to_json(seal)));
  expect(store_.commit());
  const Facts facts = gathered();
  ASSERT_EQ(facts.data.size(), 1U);
  EXPECT_EQ(facts.data[0].items, 1850);
  EXPECT_EQ(facts.data[0].sha256, sha256_hex("data"));
  EXPECT_EQ(facts.sealed, "2026-08-11T09:30:02Z");
  EXPECT_EQ(facts.head.sequence, 1);
}

TEST_F(Gather, shows_findings_refusals_and_warnings_but_no_other_talk) {
  const Sequence one = complete(attempt("answers", "torch.run"));
  const Sequence two = expect(store_.begin_attempt(attempt("device", "host")));
  const auto say = [&](RecordKind kind, const Json& body) { expect(store_.note(two, kind, body)); };
  say(RecordKind::kLog, Json::object().set("level", "info").set("text", "started"));
  say(RecordKind::kLog, Json::object().set("level", "warning").set("text", "hot"));
  say(RecordKind::kFinding, Json::object().set("rule", "host.none").set("text", "no device").set("blocking", true));
  say(RecordKind::kRefusal, Json::object().set("code", "constant").set("text", "all rows are equal"));
  expect(store_.end_attempt(two, 1));
  expect(store_.commit());
  const Facts facts = gathered();
  ASSERT_EQ(facts.events.size(), 3U);
  EXPECT_EQ(facts.events[0].text, "constant: all rows are equal");
  EXPECT_EQ(facts.events[1].text, "host.none: no device. It blocks the platform's later stages.");
  EXPECT_EQ(facts.events[2].text, "hot");
  EXPECT_EQ(facts.events[2].platform, "new");
  EXPECT_GT(two, one);
}

TEST_F(Gather, shows_a_stop_until_the_run_goes_on) {
  expect(store_.note(0, RecordKind::kStopped, Json::object().set("reason", "the budget is spent")));
  expect(store_.commit());
  EXPECT_EQ(gathered().events.size(), 1U);
  complete(attempt("answers", "torch.run"));
  EXPECT_TRUE(gathered().events.empty());
}

}  // namespace
}  // namespace pilotage
