// SPDX-License-Identifier: Apache-2.0
#include "evidence/inserter.h"

#include "evidence/connection.h"

namespace pilotage {
namespace {

constexpr int kColumns = 10;

std::string insert_of(size_t rows) {
  std::string sql = "INSERT INTO record(" + std::string(kRecordColumns) + ") VALUES";
  for (size_t row = 0; row < rows; ++row) sql += row == 0 ? "(?,?,?,?,?,?,?,?,?,?)" : ",(?,?,?,?,?,?,?,?,?,?)";
  return sql;
}

}  // namespace

Status Inserter::prepare(const Database& database) {
  one_ = TRY(database.prepare(insert_of(1)));
  many_ = TRY(database.prepare(insert_of(kRows)));
  return Done{};
}

Status Inserter::take() {
  if (++waiting_ < kRows) return Done{};
  for (size_t row = 0; row < kRows; ++row) bind(many_, row, row);
  waiting_ = 0;
  return many_.run();
}

Status Inserter::flush() {
  for (size_t row = 0; row < waiting_; ++row) {
    bind(one_, row, 0);
    TRY(one_.run());
  }
  waiting_ = 0;
  return Done{};
}

void Inserter::bind(Statement& statement, size_t row, size_t place) const {
  const StoredRow& from = rows_[row];
  const int first = static_cast<int>(place) * kColumns;
  statement.bind(first + 1, from.sequence);
  statement.bind(first + 2, from.attempt);
  statement.bind(first + 3, from.kind);
  statement.bind(first + 4, from.metric);
  statement.bind(first + 5, from.unit);
  statement.bind_text(first + 6, from.item);
  statement.bind(first + 7, from.run);
  statement.bind(first + 8, from.value);
  statement.bind_text(first + 9, from.body);
  statement.bind_blob(first + 10, bytes_of(from.hash));
}

}  // namespace pilotage
