// SPDX-License-Identifier: Apache-2.0
// Database, Statement: SQLite behind types of ours, set up so that a hostile or damaged file cannot make it run anything.
// The one place that includes sqlite3.h is sqlite.cc.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace pilotage {

// A prepared statement. Texts handed to `bind` are borrowed until the next `reset`; texts handed out until the next step.
class Statement {
 public:
  Statement() = default;

  void bind(int parameter, int64_t value);  // parameters from 1
  void bind(int parameter, double value);
  void bind_text(int parameter, std::string_view text);
  void bind_blob(int parameter, std::string_view bytes);

  Result<bool> step();  // true: there is a row
  Status run();         // steps to the end and resets
  void reset();
  bool is_prepared() const { return statement_ != nullptr; }

  int64_t integer(int column) const;  // columns from 0
  double real(int column) const;
  std::string_view text(int column) const;
  std::string_view blob(int column) const;

 private:
  friend class Database;
  struct Finalize { void operator()(sqlite3_stmt* statement) const; };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

enum class OpenAs {
  kWriter,     // creates the file where there is none
  kReader,     // with SQLite's own locks, beside a writer
  kUnchanging, // no locks and no journal: what is in the file itself
  kAlone,      // no locks and no shared memory: the file and its write-ahead log, when nobody writes
};

class Database {
 public:
  // Errors of a full disk, of missing rights and of other users are kEnvironment, those of a broken file kDamaged.
  static Result<Database> open(const std::filesystem::path& path, OpenAs how);
  Result<Statement> prepare(std::string_view sql) const;
  Status execute(const char* sql) const;
  Result<int64_t> integer_of(std::string_view sql) const;  // first column of the first row
  Result<std::string> text_of(std::string_view sql) const;
  // Whether the file's header says that it belongs with a write-ahead log.
  bool header_says_log() const;

 private:
  struct Close { void operator()(sqlite3* database) const; };
  explicit Database(sqlite3* database) : database_(database) {}
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace pilotage
