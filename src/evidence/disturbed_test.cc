// SPDX-License-Identifier: Apache-2.0
// Stores whose writer was killed, lives on beside readers, or ran out of room; and that reading changes nothing.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>

#include "base/file.h"
#include "evidence/testing.h"
#include "evidence/verify.h"

namespace pilotage {
namespace {

// Runs in a process of its own and gives its wait status. `work` returns what the process exits with.
int in_a_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

// A writer that is killed with one attempt committed, a second one half committed, and more not committed at all.
void write_and_be_killed(const std::filesystem::path& folder) {
  const int status = in_a_child([&]() -> int {
    Store store = open_to_write(folder);
    add_complete_attempt(store, "cpu", 5);
    const Sequence attempt = expect(store.begin_attempt(attempt_on("gpu")));
    expect(store.add(attempt, {"m", "1", "", 0, 1}));
    expect(store.commit());
    expect(store.add(attempt, {"m", "1", "", 1, 1}));
    expect(store.metrics(attempt));  // what waits goes to SQLite
    ::raise(SIGKILL);
    return 0;
  });
  ASSERT_TRUE(WIFSIGNALED(status));
}

std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) names.push_back(entry.path().string());
  std::sort(names.begin(), names.end());
  return names;
}

void expect_what_was_committed(const std::filesystem::path& folder) {
  const Store store = open_to_read(folder);
  EXPECT_EQ(expect(store.summary()).head.sequence, 16);
  const auto attempts = expect(store.attempts());
  ASSERT_EQ(attempts.size(), 2U);
  EXPECT_TRUE(attempts[0].complete);
  EXPECT_FALSE(attempts[1].complete);
  EXPECT_EQ(expect(store.observations(attempts[1].sequence, "m")).size(), 1U);
  EXPECT_EQ(expect(verify(folder)).head.sequence, 16);
}

TEST(Disturbed, a_killed_writer_loses_nothing_that_was_committed) {
  const TemporaryFolder folder;
  write_and_be_killed(folder.path());
  expect_what_was_committed(folder.path());
}

TEST(Disturbed, reading_after_a_kill_makes_and_removes_no_file) {
  const TemporaryFolder folder;
  write_and_be_killed(folder.path());
  const auto before = files_in(folder.path());
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "evidence.db-wal"));
  const std::string log = expect(read_file(folder.path() / "evidence.db-wal"));
  expect_what_was_committed(folder.path());
  EXPECT_EQ(files_in(folder.path()), before);
  EXPECT_EQ(expect(read_file(folder.path() / "evidence.db-wal")), log);
}

TEST(Disturbed, a_log_without_its_index_is_read_and_makes_no_file) {
  const TemporaryFolder folder;
  write_and_be_killed(folder.path());
  std::filesystem::remove(folder.path() / "evidence.db-shm");
  const auto before = files_in(folder.path());
  expect_what_was_committed(folder.path());
  EXPECT_EQ(files_in(folder.path()), before);
}

TEST(Disturbed, the_next_writer_goes_on_where_the_killed_one_stopped) {
  const TemporaryFolder folder;
  write_and_be_killed(folder.path());
  {
    Store store = open_to_write(folder.path());
    EXPECT_EQ(expect(store.summary()).head.sequence, 16);
    add_complete_attempt(store, "gpu", 5);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "evidence.db-wal"));
  EXPECT_EQ(expect(verify(folder.path())).complete_attempts, 2);
}

TEST(Disturbed, an_artifact_that_was_arriving_is_cleared_by_the_next_writer) {
  const TemporaryFolder folder;
  const int status = in_a_child([&]() -> int {
    Store store = open_to_write(folder.path());
    auto writer = expect(store.new_artifact(sha256_hex("whole"), 5));
    expect(writer->write("who"));
    ::raise(SIGKILL);
    return 0;
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(expect(verify(folder.path())).foreign.empty());
  { const Store store = open_to_write(folder.path()); }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "artifacts" / "incoming"));
}

TEST(Disturbed, reading_a_closed_store_makes_no_file) {
  const TemporaryFolder folder;
  { Store store = open_to_write(folder.path()); add_complete_attempt(store, "cpu", 5); }
  const auto before = files_in(folder.path());
  const std::string content = expect(read_file(folder.path() / "evidence.db"));
  {
    const Store store = open_to_read(folder.path());
    EXPECT_EQ(expect(store.attempts()).size(), 1U);
    EXPECT_EQ(files_in(folder.path()), before);
  }
  EXPECT_EQ(files_in(folder.path()), before);
  EXPECT_EQ(expect(read_file(folder.path() / "evidence.db")), content);
}

TEST(Disturbed, reading_what_is_not_there_makes_no_folder) {
  const TemporaryFolder folder;
  const auto store = Store::open(folder.path() / "none", Access::kRead);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().kind(), ErrorKind::kEnvironment);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "none"));
}

TEST(Disturbed, verify_passes_beside_a_writer) {
  const TemporaryFolder folder;
  Store writer = open_to_write(folder.path());
  add_complete_attempt(writer, "cpu", 5);
  EXPECT_EQ(expect(verify(folder.path())).attempts, 1);
  expect(writer.begin_attempt(attempt_on("gpu")));
  EXPECT_EQ(expect(verify(folder.path())).attempts, 1);
}

TEST(Disturbed, a_reader_beside_does_not_keep_the_writer_from_closing) {
  const TemporaryFolder folder;
  {
    const Store reader = [&] {
      Store writer = open_to_write(folder.path());
      add_complete_attempt(writer, "cpu", 5);
      Store beside = open_to_read(folder.path());
      EXPECT_EQ(expect(beside.attempts()).size(), 1U);
      return beside;
    }();
    EXPECT_EQ(expect(reader.attempts()).size(), 1U);
    EXPECT_EQ(expect(open_to_read(folder.path()).attempts()).size(), 1U);
  }
  EXPECT_EQ(expect(verify(folder.path())).attempts, 1);
  { const Store again = open_to_write(folder.path()); }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "evidence.db-wal"));
}

TEST(Disturbed, no_more_room_is_an_error_of_the_environment_and_no_damage) {
  const TemporaryFolder folder;
  const int status = in_a_child([&]() -> int {
    Store store = open_to_write(folder.path());
    add_complete_attempt(store, "cpu", 5);
    ::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit room {.rlim_cur = 200000, .rlim_max = 200000};  // no file grows beyond that
    ::setrlimit(RLIMIT_FSIZE, &room);
    const Sequence attempt = expect(store.begin_attempt(attempt_on("gpu")));
    Status added = Done{};
    for (int i = 0; i < 100000 && added.ok(); ++i) {
      added = store.add(attempt, {"m", "1", "", i, 1});
      if (added.ok() && i % 100 == 0) added = store.commit();
    }
    if (added.ok()) return 1;
    if (added.error().kind() != ErrorKind::kEnvironment) return 2;
    if (store.commit().ok()) return 3;
    if (!store.roll_back().ok()) return 4;
    return 0;
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(expect(verify(folder.path())).complete_attempts, 1);
  { Store store = open_to_write(folder.path()); add_complete_attempt(store, "gpu", 5); }
  EXPECT_EQ(expect(verify(folder.path())).complete_attempts, 2);
}

TEST(Disturbed, what_was_rolled_back_is_not_there_and_writing_goes_on) {
  const TemporaryFolder folder;
  Store store = open_to_write(folder.path());
  add_complete_attempt(store, "cpu", 5);
  const Sequence attempt = expect(store.begin_attempt(attempt_on("gpu")));
  expect(store.add(attempt, {"other.metric", "other unit", "", 0, 1}));
  expect(store.roll_back());
  EXPECT_FALSE(store.add(attempt, {"m", "1", "", 0, 1}).ok());
  add_complete_attempt(store, "gpu", 5);
  EXPECT_EQ(expect(verify(folder.path())).complete_attempts, 2);
}

TEST(Disturbed, records_that_were_removed_under_the_writer_are_an_error) {
  const TemporaryFolder folder;
  Store store = open_to_write(folder.path());
  add_complete_attempt(store, "cpu", 5);
  std::filesystem::remove(folder.path() / "evidence.db");
  const Status status = store.commit();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().kind(), ErrorKind::kEnvironment);
}

TEST(Disturbed, a_writer_killed_before_it_made_the_tables_leaves_no_evidence_and_no_damage) {
  const TemporaryFolder folder;
  expect(write_file(folder.path() / "evidence.db", ""));
  expect(write_file(folder.path() / "head.json.new17", "{"));
  const auto store = Store::open(folder.path(), Access::kRead);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().kind(), ErrorKind::kEnvironment);
  {
    Store writer = open_to_write(folder.path());
    add_complete_attempt(writer, "cpu", 5);
  }
  EXPECT_TRUE(expect(verify(folder.path())).foreign.empty());
}

TEST(Disturbed, another_file_of_that_name_is_left_alone) {
  const TemporaryFolder folder;
  expect(write_file(folder.path() / "evidence.db", std::string(5000, 'x')));
  EXPECT_FALSE(Store::open(folder.path(), Access::kWrite).ok());
  EXPECT_FALSE(Store::open(folder.path(), Access::kRead).ok());
  EXPECT_EQ(expect(read_file(folder.path() / "evidence.db")), std::string(5000, 'x'));
}

}  // namespace
}  // namespace pilotage
