// SPDX-License-Identifier: Apache-2.0
// Store::Connection: what an open store consists of. Private to the part: store.cc writes, store_read.cc reads,
// connection.cc opens and closes.
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evidence/inserter.h"
#include "evidence/lock.h"
#include "evidence/record.h"
#include "evidence/sqlite.h"
#include "evidence/store.h"
#include "evidence/structure.h"

namespace pilotage {

constexpr int64_t kApplicationId = 0x50494c54;  // "PILT", bytes 68 to 71 of the file
constexpr int64_t kFormatVersion = 1;

// The columns of a record in the order in which `RecordRow` reads them.
inline constexpr std::string_view kRecordColumns = "seq, attempt, kind, metric, unit, item, run, value, body, hash";

// Metrics and units, each stored once and named by its number. Number 0 is the empty text.
class Words {
 public:
  Status load(const Database& database);
  // kDamaged where no word has that number.
  Result<std::string_view> text(int64_t id) const;
  std::optional<int64_t> find(std::string_view text) const;
  // Its number, 0 for the empty text; a new word is written first.
  Result<int64_t> intern(const Database& database, std::string_view text);
  const std::map<int64_t, std::string>& all() const { return by_id_; }

 private:
  std::map<int64_t, std::string> by_id_;
  std::map<std::string, int64_t, std::less<>> by_text_;  // nodes stay where they are, so `recent_` may point to them
  mutable std::array<const std::pair<const std::string, int64_t>*, 2> recent_{};
};

// One row of `record` while its statement stands on it.
struct RecordRow {
  RecordView view;
  std::string_view hash;  // 32 bytes
};
Result<RecordRow> read_row(const Statement& statement, const Words& words);

struct Store::Connection {
  std::filesystem::path folder;
  Access access = Access::kRead;
  std::optional<WriterLock> lock;  // outlives the database
  Database database;
  Words words;
  Statement find_hash;             // of one record; prepared when first needed
  RecordHash hash;
  Sequence sequence = 0;           // of the last record
  Digest digest{};                 // its hash; all zero: empty chain
  Head committed;                  // what of it is in the file for good
  // Writing only.
  Structure structure;
  Inserter inserter;
  bool in_transaction = false;
  bool broken = false;             // a write failed: what was not committed is gone
  int64_t next_temporary = 1;
  std::pair<dev_t, ino_t> file{};  // of evidence.db

  explicit Connection(Database opened) : database(std::move(opened)) {}

  static Result<std::unique_ptr<Connection>> open_writer(const std::filesystem::path& folder);
  static Result<std::unique_ptr<Connection>> open_reader(const std::filesystem::path& folder);
  // Writes the head, folds the log into the file. What it cannot do, the next writer does.
  void close();

  std::filesystem::path head_file() const { return folder / "head.json"; }
  std::filesystem::path incoming() const { return folder / "artifacts" / "incoming"; }

  Status note_file();               // which file was opened, and that it is still there under its name
  Status check_file() const;
  Status load();                    // words and the last record
  Status contains(const Head& head);
  Status append(RecordView record); // the sequence is set here
  Status insert(const RecordView& record);
  Status flush();                   // what was appended can be read through the database
  Status commit();
  Status roll_back();
  // The link of one record: its hash over its fields and over the stored hash of its predecessor.
  Status check_link(const RecordRow& row, std::string_view previous);
  Result<std::string> hash_of(Sequence record);
  Result<std::vector<Note>> notes_of(RecordKind kind, std::optional<Sequence> attempt);
  Result<std::vector<Observation>> observations_of(Sequence attempt, std::string_view metric);
  struct Extent;
  Result<Extent> extent_of(Sequence attempt, int64_t word) const;
  Status read_observations(Sequence attempt, int64_t word, std::vector<Observation>& out);
  Result<std::optional<int64_t>> counted_at_end(Sequence attempt, std::string_view metric);
};

// Where the artifact of that digest lies.
std::filesystem::path artifact_file(const std::filesystem::path& folder, std::string_view sha256);

// The schema that a store of this format has, word for word, in the order of its creation.
std::string expected_schema();
Result<std::string> schema_of(const Database& database);
// application_id, version and schema are those of this format.
Status check_format(const Database& database);
// A database to read from, opened so that nothing in the folder changes, beside a writer or not.
Result<Database> open_for_reading(const std::filesystem::path& folder);

}  // namespace pilotage
