// SPDX-License-Identifier: Apache-2.0
#include "evidence/sqlite.h"

#include <sqlite3.h>

#include "evidence/record.h"

namespace pilotage {
namespace {

constexpr int kBusyMs = 10000;  // another process holds its lock for a commit or a checkpoint, not for a run

bool means_damage(int code) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
    case SQLITE_MISMATCH:
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_ERROR:  // our statements are fixed, so it is the file that has other tables or another format
      return true;
    default:
      return code == SQLITE_IOERR_SHORT_READ;
  }
}

std::string hint_for(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL: return "make room on the disk and start again; nothing that was committed is lost";
    case SQLITE_BUSY: return "another program is using this store; try again when it is done";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM: return "check the rights of the folder and its files";
    default: return {};
  }
}

Error error_of(sqlite3* database) {
  const int code = sqlite3_extended_errcode(database);
  std::string message = std::string("the evidence store: ") + sqlite3_errmsg(database);
  if (means_damage(code)) return damaged_error(std::move(message));
  if ((code & 0xff) == SQLITE_FULL) message = "the evidence store: the disk is full";
  return environment_error(std::move(message), hint_for(code));
}

// A path as SQLite's URI form wants it.
std::string uri_of(const std::filesystem::path& path, OpenAs how) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '?' || c == '#') {
      uri += '%';
      uri += kHex[byte >> 4];
      uri += kHex[byte & 15];
    } else {
      uri += c;
    }
  }
  switch (how) {
    case OpenAs::kWriter: return uri + "?mode=rwc";
    case OpenAs::kReader: return uri + "?mode=ro";
    case OpenAs::kUnchanging: return uri + "?mode=ro&immutable=1";
    case OpenAs::kAlone: return uri + "?mode=ro&vfs=unix-none";
  }
  return uri;
}

void harden(sqlite3* database, OpenAs how) {
  sqlite3_extended_result_codes(database, 1);
  sqlite3_busy_timeout(database, kBusyMs);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, static_cast<int>(2 * kMaxBodyBytes));
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  if (how != OpenAs::kWriter) sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

void Statement::bind(int parameter, int64_t value) {
  PILOTAGE_CHECK(sqlite3_bind_int64(statement_.get(), parameter, value) == SQLITE_OK);
}
void Statement::bind(int parameter, double value) {
  PILOTAGE_CHECK(sqlite3_bind_double(statement_.get(), parameter, value) == SQLITE_OK);
}
void Statement::bind_text(int parameter, std::string_view text) {
  const char* data = text.data() == nullptr ? "" : text.data();  // a null pointer would bind NULL
  PILOTAGE_CHECK(sqlite3_bind_text64(statement_.get(), parameter, data, text.size(), SQLITE_STATIC, SQLITE_UTF8) ==
                 SQLITE_OK);
}
void Statement::bind_blob(int parameter, std::string_view bytes) {
  const char* data = bytes.data() == nullptr ? "" : bytes.data();
  PILOTAGE_CHECK(sqlite3_bind_blob64(statement_.get(), parameter, data, bytes.size(), SQLITE_STATIC) == SQLITE_OK);
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return error_of(sqlite3_db_handle(statement_.get()));
}

Status Statement::run() {
  bool more = true;
  while (more) more = TRY(step());
  reset();
  return Done{};
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view Statement::blob(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Result<Database> Database::open(const std::filesystem::path& path, OpenAs how) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX |
                    (how == OpenAs::kWriter ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
  const int code = sqlite3_open_v2(uri_of(path, how).c_str(), &handle, flags, nullptr);
  Database database(handle);
  if (handle == nullptr) return environment_error("not enough memory for the evidence store");
  if (code != SQLITE_OK) return error_of(handle);
  harden(handle, how);
  // Before anything is read: with exclusive locking the log's index is kept in memory (https://sqlite.org/wal.html, 8).
  if (how == OpenAs::kAlone) TRY(database.execute("PRAGMA locking_mode=EXCLUSIVE;"));
  TRY(database.execute("PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA cache_size=-16384;"));
  return database;
}

Result<Statement> Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return error_of(database_.get());
  return Statement(statement);
}

Status Database::execute(const char* sql) const {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error_of(database_.get());
  return Done{};
}

Result<int64_t> Database::integer_of(std::string_view sql) const {
  Statement statement = TRY(prepare(sql));
  if (!TRY(statement.step())) return damaged_error("the evidence store: \"" + std::string(sql) + "\" gives nothing");
  return statement.integer(0);
}

Result<std::string> Database::text_of(std::string_view sql) const {
  Statement statement = TRY(prepare(sql));
  if (!TRY(statement.step())) return damaged_error("the evidence store: \"" + std::string(sql) + "\" gives nothing");
  return std::string(statement.text(0));
}

// Read through SQLite's own file object: opening and closing the file ourselves would drop the POSIX locks that other
// connections of this process hold on it.
bool Database::header_says_log() const {
  sqlite3_file* file = nullptr;
  if (sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return false;
  char header[100] = {};
  if (file == nullptr || file->pMethods == nullptr) return false;
  if (file->pMethods->xRead(file, header, sizeof header, 0) != SQLITE_OK) return false;
  return header[19] == 2;  // read version, https://www.sqlite.org/fileformat.html part 1.3.3
}

}  // namespace pilotage
