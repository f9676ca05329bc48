// SPDX-License-Identifier: Apache-2.0
// How a store is opened and closed.
//
// While a writer is open the file belongs with a write-ahead log (`evidence.db-wal`, its index `evidence.db-shm`), so
// that readers see whole commits and disturb nobody. A clean close folds the log into the file and goes back to a
// rollback journal: one file is left, which can be read from anywhere, also from a folder that cannot be written.
//
// What a reader may meet, and how it opens the file:
//   a log and its index     as a plain reader; SQLite handles a writer that lives and one that was killed
//   a log without its index nobody writes (the index always exists then): alone, the log's index in memory
//   a journal               a close or an open was cut off while it changed the mode in page 1: the file alone is whole
//   neither, header "log"   a copy of the file alone, or the moment between two steps of a writer: the file alone
//   neither                 as a plain reader
#include "evidence/connection.h"

#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "base/file.h"
#include "evidence/head.h"

namespace pilotage {
namespace {

constexpr std::string_view kCreate[] = {
    "CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT",
    "CREATE TABLE record(seq INTEGER PRIMARY KEY, attempt INTEGER NOT NULL, kind INTEGER NOT NULL, "
    "metric INTEGER NOT NULL, unit INTEGER NOT NULL, item TEXT NOT NULL, run INTEGER NOT NULL, value REAL NOT NULL, "
    "body TEXT NOT NULL, hash BLOB NOT NULL) STRICT",
    "CREATE INDEX observation ON record(attempt, metric) WHERE kind = 4",
    "CREATE INDEX note ON record(kind, attempt) WHERE kind <> 4",
};

constexpr auto kStep = std::chrono::milliseconds(20);
constexpr int kSteps = 100;  // two seconds for a writer to get from one state of its files to the next

bool is_there(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::exists(path, code);
}

std::filesystem::path database_file(const std::filesystem::path& folder) { return folder / "evidence.db"; }

Status create(const Database& database) {
  TRY(database.execute("BEGIN"));
  for (const auto statement : kCreate) TRY(database.execute(std::string(statement).c_str()));
  TRY(database.execute(("PRAGMA application_id=" + std::to_string(kApplicationId)).c_str()));
  TRY(database.execute(("PRAGMA user_version=" + std::to_string(kFormatVersion)).c_str()));
  return database.execute("COMMIT");
}

Result<bool> is_new(const Database& database) {
  if (TRY(database.integer_of("PRAGMA application_id")) != 0) return false;
  if (TRY(database.integer_of("PRAGMA user_version")) != 0) return false;
  return TRY(database.integer_of("SELECT count(*) FROM sqlite_schema")) == 0;
}

// A file beside the database that tells the state it is in.
bool has(const std::filesystem::path& folder, const char* suffix) {
  return is_there(database_file(folder).string() + suffix);
}

Result<std::optional<Database>> try_to_read(const std::filesystem::path& folder, bool may_wait) {
  const auto file = database_file(folder);
  const bool log = has(folder, "-wal");
  if (log && has(folder, "-shm")) return std::optional(TRY(Database::open(file, OpenAs::kReader)));
  if (!log && !has(folder, "-journal")) {
    Database unchanging = TRY(Database::open(file, OpenAs::kUnchanging));
    if (!unchanging.header_says_log()) return std::optional(TRY(Database::open(file, OpenAs::kReader)));
  }
  // A writer is between two steps, or was cut off between them.
  if (may_wait && WriterLock::is_held(folder / "lock")) return std::optional<Database>();
  return std::optional(TRY(Database::open(file, log ? OpenAs::kAlone : OpenAs::kUnchanging)));
}

Error no_evidence(const std::filesystem::path& folder) {
  return environment_error("there is no evidence in \"" + folder.string() + "\"", "run the pilot first");
}

// A writer that was killed before it made the tables has left a file, and no evidence.
Result<Database> with_evidence(Database database, const std::filesystem::path& folder) {
  if (!is_there(folder / "head.json") && TRY(is_new(database))) return no_evidence(folder);
  return database;
}

// What a writer that was killed while it wrote `head.json` has left beside it.
void clear_unfinished_heads(const std::filesystem::path& folder) {
  std::error_code code;
  std::vector<std::filesystem::path> found;
  for (auto entry = std::filesystem::directory_iterator(folder, code);
       !code && entry != std::filesystem::directory_iterator(); entry.increment(code)) {
    if (entry->path().filename().string().starts_with("head.json.new")) found.push_back(entry->path());
  }
  for (const auto& path : found) std::filesystem::remove(path, code);
}

Status clear_incoming(const std::filesystem::path& incoming) {
  std::error_code code;
  std::filesystem::remove_all(incoming, code);
  if (code) return environment_error("cannot clear \"" + incoming.string() + "\": " + code.message());
  return Done{};
}

}  // namespace

std::string expected_schema() {
  std::string text;
  for (const auto statement : kCreate) text += std::string(statement) + "\n";
  return text;
}

Result<std::string> schema_of(const Database& database) {
  Statement statement = TRY(database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"));
  std::string text;
  while (TRY(statement.step())) text += std::string(statement.text(0)) + "\n";
  return text;
}

Status check_format(const Database& database) {
  if (TRY(database.integer_of("PRAGMA application_id")) != kApplicationId) {
    return damaged_error("evidence.db is not an evidence store of this program");
  }
  const int64_t version = TRY(database.integer_of("PRAGMA user_version"));
  if (version != kFormatVersion) {
    return environment_error("the evidence store has format version " + std::to_string(version) + ", this program reads " +
                                 std::to_string(kFormatVersion),
                             "use the program that wrote it, or a newer one");
  }
  if (TRY(database.text_of("PRAGMA encoding")) != "UTF-8") return damaged_error("evidence.db has another text encoding");
  if (TRY(schema_of(database)) != expected_schema()) return damaged_error("evidence.db has other tables than it was given");
  return Done{};
}

Result<Database> open_for_reading(const std::filesystem::path& folder) {
  if (!is_there(database_file(folder))) return no_evidence(folder);
  std::error_code code;
  if (!std::filesystem::is_regular_file(database_file(folder), code)) return damaged_error("evidence.db is not a plain file");
  for (int step = 0; step < kSteps; ++step) {
    auto database = TRY(try_to_read(folder, /*may_wait=*/step + 1 < kSteps));
    if (database) return with_evidence(std::move(*database), folder);
    std::this_thread::sleep_for(kStep);
  }
  return environment_error("the store in \"" + folder.string() + "\" does not come to rest", "try again");
}

Status Words::load(const Database& database) {
  Statement statement = TRY(database.prepare("SELECT id, text FROM word ORDER BY id"));
  while (TRY(statement.step())) {
    const auto [place, is_new] = by_id_.emplace(statement.integer(0), statement.text(1));
    if (!is_new || place->first < 1 || !by_text_.emplace(place->second, place->first).second) {
      return damaged_error("table word: word " + std::to_string(place->first) + " stands twice or has no number");
    }
  }
  return Done{};
}

Result<std::string_view> Words::text(int64_t id) const {
  if (id == 0) return std::string_view();
  const auto place = by_id_.find(id);
  if (place == by_id_.end()) return damaged_error("no word has the number " + std::to_string(id));
  return std::string_view(place->second);
}

std::optional<int64_t> Words::find(std::string_view text) const {
  if (text.empty()) return 0;
  for (const auto* word : recent_) {
    if (word != nullptr && word->first == text) return word->second;
  }
  const auto place = by_text_.find(text);
  if (place == by_text_.end()) return std::nullopt;
  recent_ = {&*place, recent_[0]};
  return place->second;
}

Result<int64_t> Words::intern(const Database& database, std::string_view text) {
  if (const auto known = find(text)) return *known;
  const int64_t id = by_id_.empty() ? 1 : by_id_.rbegin()->first + 1;
  Statement insert = TRY(database.prepare("INSERT INTO word(id, text) VALUES(?, ?)"));
  insert.bind(1, id);
  insert.bind_text(2, text);
  TRY(insert.run());
  by_id_.emplace(id, text);
  by_text_.emplace(text, id);
  return id;
}

namespace {

// Makes the tables where the file is new; else it must be a store of this format before anything of it changes.
Status prepare_file(const Database& database, const std::optional<Head>& head, const std::filesystem::path& folder) {
  const bool fresh = TRY(is_new(database));
  if (fresh && head && head->sequence > 0) {
    return damaged_error("\"" + folder.string() + "\" has a head.json and no records: they were removed");
  }
  if (!fresh) TRY(check_format(database));
  if (TRY(database.text_of("PRAGMA journal_mode=WAL")) != "wal") {
    return environment_error("\"" + folder.string() + "\" is on a file system without shared memory for SQLite's log",
                             "put the pilot's folder on a local disk");
  }
  TRY(database.execute("PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=4000;"));
  return fresh ? create(database) : Status(Done{});
}

}  // namespace

Result<std::unique_ptr<Store::Connection>> Store::Connection::open_writer(const std::filesystem::path& folder) {
  TRY(make_folder(folder));
  WriterLock lock = TRY(WriterLock::take(folder / "lock"));
  const auto head = TRY(read_head_file(folder / "head.json"));
  auto connection = std::make_unique<Connection>(TRY(Database::open(database_file(folder), OpenAs::kWriter)));
  connection->folder = folder;
  connection->access = Access::kWrite;
  connection->lock.emplace(std::move(lock));
  const Database& database = connection->database;
  TRY(prepare_file(database, head, folder));
  TRY(connection->note_file());
  TRY(connection->load());
  if (!head && connection->sequence > 0) {
    return damaged_error("\"" + folder.string() + "\" has records and no head.json: it was removed");
  }
  if (head) TRY(connection->contains(*head).in("head.json"));
  if (!head) TRY(write_head_file(connection->head_file(), connection->committed));
  TRY(clear_incoming(connection->incoming()));
  clear_unfinished_heads(folder);
  TRY(connection->inserter.prepare(database));
  return connection;
}

Result<std::unique_ptr<Store::Connection>> Store::Connection::open_reader(const std::filesystem::path& folder) {
  // Before the snapshot: a writer that closes meanwhile must not make the chain look cut off.
  const auto head = TRY(read_head_file(folder / "head.json"));
  auto connection = std::make_unique<Connection>(TRY(open_for_reading(folder)));
  connection->folder = folder;
  // One snapshot for the reader's whole life: what it counted is what it reads.
  TRY(connection->database.execute("BEGIN"));
  TRY(check_format(connection->database));
  TRY(connection->load());
  if (head) TRY(connection->contains(*head).in("head.json"));
  return connection;
}

Status Store::Connection::note_file() {
  struct stat status {};
  if (::stat(database_file(folder).c_str(), &status) == 0) file = {status.st_dev, status.st_ino};
  return check_file();
}

// SQLite writes on into a file that was removed, and all of it would be gone at its close.
Status Store::Connection::check_file() const {
  struct stat status {};
  const bool same = ::stat(database_file(folder).c_str(), &status) == 0 && file == std::pair(status.st_dev, status.st_ino);
  if (same) return Done{};
  return environment_error("\"" + database_file(folder).string() + "\" was removed or replaced while it was written to",
                           "what was recorded is lost: find out what removes it, then seal and run again");
}

Status Store::Connection::load() {
  TRY(words.load(database));
  committed = Head{.sequence = 0, .hash = to_hex(digest)};
  Statement last = TRY(database.prepare("SELECT " + std::string(kRecordColumns) + " FROM record ORDER BY seq DESC LIMIT 1"));
  if (!TRY(last.step())) return Done{};
  const RecordRow row = TRY(read_row(last, words));
  const std::string previous = TRY(hash_of(row.view.sequence - 1));
  TRY(check_link(row, previous));
  sequence = row.view.sequence;
  std::memcpy(digest.data(), row.hash.data(), digest.size());
  committed = Head{.sequence = sequence, .hash = to_hex(digest)};
  if (access == Access::kRead) return Done{};
  Statement cases = TRY(database.prepare("SELECT attempt FROM record WHERE kind <> 4 AND kind = 2"));
  while (TRY(cases.step())) structure.remember_ended(cases.integer(0));
  return Done{};
}

// The head of a chain that is known from before: an earlier state, or another chain, cannot pass for it.
Status Store::Connection::contains(const Head& head) {
  if (head.sequence > sequence) {
    return damaged_error("the chain ends at record " + std::to_string(sequence) + ", but it had " +
                             std::to_string(head.sequence) + ": records were cut off",
                         "restore evidence.db from a copy, or take the evidence anew into another folder");
  }
  const Digest expected = TRY(digest_from_hex(head.hash));
  if (TRY(hash_of(head.sequence)) != bytes_of(expected)) {
    return damaged_error("record " + std::to_string(head.sequence) + " has another hash than it had: this is another chain");
  }
  return Done{};
}

void Store::Connection::close() {
  if (access != Access::kWrite) return;
  if (in_transaction) (void)database.execute("ROLLBACK");
  inserter.close();
  if (!write_head_file(head_file(), committed).ok()) return;
  // A reader's snapshot keeps the log alive; then the log stays, which readers and the next writer know.
  (void)database.execute("PRAGMA busy_timeout=100; PRAGMA wal_checkpoint(TRUNCATE)");
  (void)database.execute("PRAGMA journal_mode=DELETE");
}

}  // namespace pilotage
