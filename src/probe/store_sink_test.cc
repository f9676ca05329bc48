// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/file.h"
#include "evidence/testing.h"
#include "evidence/verify.h"
#include "probe/runner.h"
#include "probe/speaker.h"

namespace pilotage {
namespace {

constexpr auto kBytes = "raw\nbytes\n";

std::string good_messages() {
  std::string said =
      probe_line(ProbeHello{.protocol = 1, .probe = "p", .version = "2", .found = Json::object().set("a", 1)});
  said += probe_line(Observation{.metric = "one", .unit = "s", .item = "x", .run = 2, .value = 0.5});
  said += probe_line(ProbeSeries{.metric = "many", .unit = "1", .items = {}, .run = 0, .values = {1, 2}});
  said += probe_line(ProbeFinding{.rule = "r", .klass = "unknown", .text = "t", .place = "", .blocking = true});
  said += probe_line(ProbeLog{.level = "info", .text = "l"});
  const std::string bytes = kBytes;
  said += probe_line(ProbeArtifact{
      .name = "file", .media = "text/plain", .bytes = static_cast<int64_t>(bytes.size()), .sha256 = sha256_hex(bytes)});
  return said + bytes;
}

// A real process that writes the file's content.
ProbeOutcome run(Store& store, Sequence attempt, const std::filesystem::path& said) {
  const ProbeCommand command{.launcher = {}, .argv = {"cat", said.string()}};
  return expect(run_probe(command, {.probe = "p", .device = "cpu"}, {}, store, attempt, {}));
}

TEST(StoreSink, everything_said_becomes_evidence) {
  const TemporaryFolder folder;
  expect(write_file(folder.path() / "said", good_messages() + probe_line(ProbeDone{})));
  Store store = expect(Store::open(folder.path() / "store", Access::kWrite));
  const Sequence attempt = expect(store.begin_attempt({}));
  const ProbeOutcome outcome = run(store, attempt, folder.path() / "said");
  EXPECT_FALSE(outcome.failure.has_value());
  EXPECT_TRUE(outcome.blocked);
  const auto one = expect(store.observations(attempt, "one"));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].item, "x");
  EXPECT_EQ(one[0].run, 2);
  EXPECT_EQ(one[0].value, 0.5);
  EXPECT_EQ(expect(store.observations(attempt, "many"))[1].item, "1");
  EXPECT_EQ(expect(store.notes(RecordKind::kHello)).at(0).body.canonical(),
            R"({"found":{"a":1},"probe":"p","protocol":1,"version":"2"})");
  EXPECT_EQ(expect(store.notes(RecordKind::kFinding)).size(), 1u);
  EXPECT_EQ(expect(store.notes(RecordKind::kLog)).size(), 1u);
  const auto artifacts = expect(store.artifacts(attempt));
  ASSERT_EQ(artifacts.size(), 1u);
  EXPECT_EQ(expect(read_file(store.artifact_path(artifacts[0].sha256))), kBytes);
}

TEST(StoreSink, what_came_before_a_breach_is_committed) {
  const TemporaryFolder folder;
  expect(write_file(folder.path() / "said", good_messages() + "garbage\n"));
  {
    Store store = expect(Store::open(folder.path() / "store", Access::kWrite));
    EXPECT_EQ(run(store, expect(store.begin_attempt({})), folder.path() / "said").failure->code, "not_json");
  }
  const Store again = expect(Store::open(folder.path() / "store", Access::kRead));
  EXPECT_EQ(expect(again.summary()).observations, 3);
  EXPECT_FALSE(expect(again.attempts()).at(0).complete);
}

TEST(StoreSink, an_artifact_under_a_wrong_digest_is_not_kept) {
  const TemporaryFolder folder;
  const std::string wrong =
      probe_line(ProbeArtifact{.name = "f", .media = "m", .bytes = 3, .sha256 = std::string(64, '0')});
  const std::string hello =
      probe_line(ProbeHello{.protocol = 1, .probe = "p", .version = "2", .found = Json::object()});
  expect(write_file(folder.path() / "said", hello + wrong + "abc"));
  Store store = expect(Store::open(folder.path() / "store", Access::kWrite));
  EXPECT_EQ(run(store, expect(store.begin_attempt({})), folder.path() / "said").failure->code, "wrong_digest");
  EXPECT_EQ(expect(store.summary()).artifacts, 0);
}

}  // namespace
}  // namespace pilotage
