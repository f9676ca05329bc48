// SPDX-License-Identifier: Apache-2.0
// Damage to a small real store, and that `verify` finds it. Tables are changed with SQLite's own means, as somebody who
// wants to hide something would; the hashes are not, since that is what the chain and the known head are for.
#include "evidence/verify.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"
#include "evidence/sqlite.h"
#include "evidence/testing.h"

namespace pilotage {
namespace {

class Verify : public testing::Test {
 protected:
  Verify() {
    Store store = open_to_write(path());
    add_complete_attempt(store, "cpu", 5);
    earlier_ = expect(store.summary()).head;
    add_complete_attempt(store, "gpu", 5);
  }

  const std::filesystem::path& path() const { return folder_.path(); }
  void change(const char* sql) { expect(expect(Database::open(path() / "evidence.db", OpenAs::kWriter)).execute(sql)); }

  // What `verify` finds, empty where it finds nothing.
  std::string found() const {
    const auto report = verify(path());
    if (report.ok()) return {};
    EXPECT_EQ(report.error().kind(), ErrorKind::kDamaged);
    return report.error().message();
  }
  void expect_found(std::string_view text) const { EXPECT_NE(found().find(text), std::string::npos) << found(); }

  TemporaryFolder folder_;
  Head earlier_;
};

TEST_F(Verify, passes_a_whole_store_and_counts_it) {
  const auto report = expect(verify(path(), earlier_));
  EXPECT_EQ(report.head.sequence, 28);
  EXPECT_EQ(report.observations, 20);
  EXPECT_EQ(report.attempts, 2);
  EXPECT_EQ(report.complete_attempts, 2);
  EXPECT_EQ(report.artifacts, 2);
  EXPECT_TRUE(report.foreign.empty());
}

TEST_F(Verify, finds_a_changed_number) {
  change("UPDATE record SET value = 0.25 WHERE seq = 4");
  expect_found("record 4: its hash");
}

TEST_F(Verify, finds_a_removed_record) {
  change("DELETE FROM record WHERE seq = 7");
  expect_found("record 8 follows record 6");
}

TEST_F(Verify, finds_records_removed_and_closed_up) {
  change("DELETE FROM record WHERE seq = 7; UPDATE record SET seq = seq - 1 WHERE seq > 7");
  expect_found("record 7: its hash");
}

TEST_F(Verify, finds_exchanged_records) {
  change("UPDATE record SET seq = 100 WHERE seq = 5; UPDATE record SET seq = 5 WHERE seq = 7; "
         "UPDATE record SET seq = 7 WHERE seq = 100");
  expect_found("record 5: its hash");
}

TEST_F(Verify, finds_a_repeated_record) {
  change("INSERT INTO record SELECT 29, attempt, kind, metric, unit, item, run, value, body, hash FROM record WHERE seq = 5");
  expect_found("record 29");
}

TEST_F(Verify, finds_a_store_cut_back_by_its_head_file) {
  change("DELETE FROM record WHERE seq > 14");
  expect_found("records were cut off");
}

TEST_F(Verify, finds_a_store_cut_back_together_with_its_head_file_by_a_head_from_elsewhere) {
  const Head later = expect(verify(path())).head;
  change("DELETE FROM record WHERE seq > 14");
  expect(write_file(path() / "head.json", "{\"hash\":\"" + earlier_.hash + "\",\"sequence\":14}\n"));
  EXPECT_EQ(found(), "");
  const auto report = verify(path(), later);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().kind(), ErrorKind::kDamaged);
}

TEST_F(Verify, finds_a_missing_head_file) {
  std::filesystem::remove(path() / "head.json");
  expect_found("head.json is missing");
}

TEST_F(Verify, finds_changed_artifacts) {
  const auto artifact = open_to_read(path()).artifact_path(sha256_hex("outputs of cpu"));
  expect(write_file(artifact, "outputs of cpU"));
  expect_found("bytes were changed");
  expect(write_file(artifact, "outputs"));
  expect_found("the file has 7 bytes");
  std::filesystem::remove(artifact);
  expect_found("the file is missing");
}

TEST_F(Verify, finds_a_changed_word_and_one_that_nobody_uses) {
  change("INSERT INTO word VALUES(77, 'smuggled')");
  expect_found("no record uses word 77");
  change("DELETE FROM word WHERE id = 77; UPDATE word SET text = 'ms' WHERE text = 's'");
  expect_found("its hash");
}

TEST_F(Verify, finds_other_tables_and_other_formats) {
  change("CREATE TABLE other(x)");
  expect_found("other tables");
  change("DROP TABLE other; PRAGMA application_id=1");
  expect_found("not an evidence store");
}

TEST_F(Verify, tells_of_foreign_files_without_calling_them_damage) {
  expect(write_file(path() / "notes.txt", "mine"));
  EXPECT_EQ(expect(verify(path())).foreign, std::vector<std::string>{"notes.txt"});
}

TEST_F(Verify, a_changed_number_does_not_reach_a_reader) {
  change("UPDATE record SET value = 0.25 WHERE seq = 4");
  const auto read = open_to_read(path()).observations(1, "latency.batch");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind(), ErrorKind::kDamaged);
}

TEST_F(Verify, a_missing_number_does_not_reach_a_reader) {
  change("DELETE FROM record WHERE seq IN (11, 12)");
  EXPECT_FALSE(open_to_read(path()).observations(1, "retrieval.recall_at_10").ok());
}

TEST_F(Verify, a_store_cut_back_is_opened_by_nobody) {
  change("DELETE FROM record WHERE seq > 14");
  EXPECT_FALSE(Store::open(path(), Access::kRead).ok());
  EXPECT_FALSE(Store::open(path(), Access::kWrite).ok());
}

}  // namespace
}  // namespace pilotage
