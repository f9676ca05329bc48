// SPDX-License-Identifier: Apache-2.0
// Inserter: rows of table `record` on their way into SQLite, several to a statement, since starting and ending a statement
// costs as much as its row.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "evidence/record.h"
#include "evidence/sqlite.h"

namespace pilotage {

// A record as the table holds it: metric and unit by their numbers, with its hash.
struct StoredRow {
  Sequence sequence = 0;
  Sequence attempt = 0;
  int64_t kind = 0;
  int64_t metric = 0;
  int64_t unit = 0;
  std::string item;
  int64_t run = 0;
  double value = 0;
  std::string body;
  Digest hash{};
};

class Inserter {
 public:
  Status prepare(const Database& database);
  // The place for the next row, with the strings of an earlier one in it: their memory is used again.
  StoredRow& next() { return rows_[waiting_]; }
  // Takes what stands there; it is in the database only after `flush`.
  Status take();
  Status flush();
  // Forgets what waits.
  void drop() { waiting_ = 0; }
  // Before the database closes. What waits is lost.
  void close() { *this = Inserter(); }

 private:
  static constexpr size_t kRows = 20;  // twice as fast as one; more gain little
  void bind(Statement& statement, size_t row, size_t place) const;

  std::array<StoredRow, kRows> rows_;
  size_t waiting_ = 0;
  Statement one_;
  Statement many_;
};

}  // namespace pilotage
