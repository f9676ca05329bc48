// SPDX-License-Identifier: Apache-2.0
#include "evidence/store.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/file.h"
#include "evidence/testing.h"

namespace pilotage {
namespace {

TEST(Store, gives_back_what_was_written) {
  const TemporaryFolder folder;
  Sequence attempt = 0;
  {
    Store store = open_to_write(folder.path());
    attempt = add_complete_attempt(store, "cpu", 3);
    expect(store.note(0, RecordKind::kStopped, Json::object().set("reason", "budget")));
    expect(store.commit());
  }
  const Store store = open_to_read(folder.path());
  const auto attempts = expect(store.attempts());
  ASSERT_EQ(attempts.size(), 1U);
  EXPECT_EQ(attempts[0].platform, "cpu");
  EXPECT_EQ(attempts[0].own.canonical(), "{\"threads\":2}");
  EXPECT_TRUE(attempts[0].complete);
  EXPECT_EQ(attempts[0].seconds, 1.5);
  EXPECT_EQ(expect(store.metrics(attempt)), (std::vector<std::string>{"latency.batch", "retrieval.recall_at_10"}));
  const auto latencies = expect(store.observations(attempt, "latency.batch"));
  ASSERT_EQ(latencies.size(), 3U);
  EXPECT_EQ(latencies[2].item, "q2");
  EXPECT_EQ(latencies[2].unit, "s");
  EXPECT_EQ(latencies[2].value, 0.1 * 2);
  const auto artifacts = expect(store.artifacts(attempt));
  ASSERT_EQ(artifacts.size(), 1U);
  EXPECT_EQ(expect(read_file(store.artifact_path(artifacts[0].sha256))), "outputs of cpu");
  EXPECT_EQ(expect(store.notes(RecordKind::kStopped))[0].body.text_or("reason"), "budget");
  EXPECT_EQ(expect(store.summary()).observations, 6);
  EXPECT_EQ(expect(store.summary()).head.sequence, 11);
}

TEST(Store, one_file_is_left_after_a_clean_close) {
  const TemporaryFolder folder;
  { Store store = open_to_write(folder.path()); add_complete_attempt(store, "cpu", 1); }
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "evidence.db"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "evidence.db-wal"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "evidence.db-shm"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "evidence.db-journal"));
}

TEST(Store, what_was_not_committed_is_not_there) {
  const TemporaryFolder folder;
  {
    Store store = open_to_write(folder.path());
    add_complete_attempt(store, "cpu", 1);
    expect(store.begin_attempt(attempt_on("gpu")));
  }
  EXPECT_EQ(expect(open_to_read(folder.path()).attempts()).size(), 1U);
  Store again = open_to_write(folder.path());
  EXPECT_EQ(expect(again.summary()).head.sequence, 6);
}

TEST(Store, a_broken_off_attempt_stays_and_takes_no_more) {
  const TemporaryFolder folder;
  Sequence broken = 0;
  {
    Store store = open_to_write(folder.path());
    broken = expect(store.begin_attempt(attempt_on("cpu")));
    expect(store.add(broken, {"m", "1", "", 0, 1}));
    expect(store.commit());
  }
  Store store = open_to_write(folder.path());
  EXPECT_FALSE(expect(store.attempts())[0].complete);
  EXPECT_EQ(expect(store.observations(broken, "m")).size(), 1U);
  EXPECT_FALSE(store.add(broken, {"m", "1", "", 1, 1}).ok());
  EXPECT_FALSE(store.end_attempt(broken, 1).ok());
}

TEST(Store, refuses_numbers_that_are_none) {
  const TemporaryFolder folder;
  Store store = open_to_write(folder.path());
  const Sequence attempt = expect(store.begin_attempt(attempt_on("cpu")));
  EXPECT_FALSE(store.add(attempt, {"m", "1", "", 0, std::numeric_limits<double>::quiet_NaN()}).ok());
  EXPECT_FALSE(store.add(attempt, {"m", "1", "", 0, std::numeric_limits<double>::infinity()}).ok());
  EXPECT_FALSE(store.add(attempt, {"m", "", "", 0, 1}).ok());
  EXPECT_FALSE(store.add(attempt, {"M!", "1", "", 0, 1}).ok());
  EXPECT_FALSE(store.add(attempt, {"m", "1", "\xff", 0, 1}).ok());
  EXPECT_FALSE(store.add(attempt + 1, {"m", "1", "", 0, 1}).ok());
  expect(store.add(attempt, {"m", "1", "", 0, 1}));
}

TEST(Store, keeps_every_double_to_the_bit_but_the_sign_of_zero) {
  const TemporaryFolder folder;
  const std::vector<double> values = {0.1, -0.0, 5e-324, 1.7976931348623157e308, 9223372036854775808.0, -3, 1e22};
  Sequence attempt = 0;
  {
    Store store = open_to_write(folder.path());
    attempt = expect(store.begin_attempt(attempt_on("cpu")));
    for (const double value : values) expect(store.add(attempt, {"m", "1", "", 0, value}));
    expect(store.commit());
  }
  const auto read = expect(open_to_read(folder.path()).observations(attempt, "m"));
  ASSERT_EQ(read.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i) EXPECT_EQ(read[i].value, values[i]);
  EXPECT_FALSE(std::signbit(read[1].value));
}

TEST(Store, a_second_writer_is_told_who_writes) {
  const TemporaryFolder folder;
  const Store first = open_to_write(folder.path());
  const auto second = Store::open(folder.path(), Access::kWrite);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().kind(), ErrorKind::kEnvironment);
  EXPECT_NE(second.error().message().find("process " + std::to_string(::getpid())), std::string::npos);
}

TEST(Store, a_reader_sees_what_was_committed_beside_a_writer) {
  const TemporaryFolder folder;
  Store writer = open_to_write(folder.path());
  add_complete_attempt(writer, "cpu", 2);
  const Store reader = open_to_read(folder.path());
  add_complete_attempt(writer, "gpu", 2);
  EXPECT_EQ(expect(reader.attempts()).size(), 1U);
  EXPECT_EQ(expect(open_to_read(folder.path()).attempts()).size(), 2U);
}

TEST(Store, an_artifact_must_have_its_digest_and_size) {
  const TemporaryFolder folder;
  Store store = open_to_write(folder.path());
  const Sequence attempt = expect(store.begin_attempt(attempt_on("cpu")));
  const Artifact artifact{.attempt = attempt, .name = "a", .media = "b", .sha256 = sha256_hex("right"), .bytes = 5};
  for (const auto* content : {"wrong", "short", "righ"}) {
    auto writer = expect(store.new_artifact(artifact.sha256, artifact.bytes));
    expect(writer->write(content));
    EXPECT_FALSE(store.finish_artifact(attempt, std::move(writer), artifact).ok()) << content;
  }
  auto writer = expect(store.new_artifact(artifact.sha256, artifact.bytes));
  EXPECT_FALSE(writer->write("right!").ok());
  EXPECT_FALSE(std::filesystem::exists(store.artifact_path(artifact.sha256)));
}

}  // namespace
}  // namespace pilotage
