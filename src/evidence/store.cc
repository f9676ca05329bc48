// SPDX-License-Identifier: Apache-2.0
// Writing. Every record takes the same way: structure rules, hash, one prepared insert. A failed write breaks the store
// object for further writing, since what stood in its transaction is gone; opening anew goes on from the last commit.
#include "evidence/store.h"

#include "evidence/connection.h"

namespace pilotage {
namespace {

Json case_body(const Attempt& attempt) {
  Json origin = Json::array();
  for (const auto& digest : attempt.origin) origin.push(Json(digest));
  Json body = Json::object();
  body.set("key", attempt.key).set("seal", attempt.seal).set("stage", attempt.stage).set("platform", attempt.platform);
  body.set("against", attempt.against).set("workload", attempt.workload).set("probe", attempt.probe);
  body.set("run", attempt.run).set("shared", attempt.shared).set("own", attempt.own).set("request", attempt.request);
  body.set("environment_lock", attempt.environment_lock).set("origin", std::move(origin));
  body.set("started", attempt.started);
  return body;
}

bool is_plain_note(RecordKind kind) {
  switch (kind) {
    case RecordKind::kCase:
    case RecordKind::kObservation:
    case RecordKind::kArtifact:
    case RecordKind::kDone:
    case RecordKind::kFailed: return false;
    default: return true;
  }
}

}  // namespace

Result<Store> Store::open(const std::filesystem::path& folder, Access access) {
  auto connection = access == Access::kWrite ? Connection::open_writer(folder) : Connection::open_reader(folder);
  if (!connection.ok()) return std::move(connection).error();
  return Store(std::move(*connection));
}

Store::Store(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Store::Store(Store&&) noexcept = default;

Store& Store::operator=(Store&& other) noexcept {
  if (this == &other) return *this;
  if (connection_) connection_->close();
  connection_ = std::move(other.connection_);
  return *this;
}

Store::~Store() {
  if (connection_) connection_->close();
}

const std::filesystem::path& Store::folder() const { return connection_->folder; }

Status Store::Connection::append(RecordView record) {
  if (access != Access::kWrite) return Error(ErrorKind::kInternal, "a store opened to read was written to");
  if (broken) return environment_error("an earlier write to the evidence store failed", "start again: it goes on from there");
  record.sequence = sequence + 1;
  if (const Status kept = structure.accept(record); !kept.ok()) {
    return Error(ErrorKind::kInternal, "not recorded: " + kept.error().message());
  }
  Status written = insert(record);
  if (!written.ok()) broken = true;
  return written;
}

Status Store::Connection::insert(const RecordView& record) {
  if (!in_transaction) TRY(database.execute("BEGIN IMMEDIATE"));
  in_transaction = true;
  const Digest next = hash.of(digest, record);
  StoredRow& row = inserter.next();
  row.sequence = record.sequence;
  row.attempt = record.attempt;
  row.kind = static_cast<int64_t>(record.kind);
  row.metric = TRY(words.intern(database, record.metric));
  row.unit = TRY(words.intern(database, record.unit));
  row.item = record.item;
  row.run = record.run;
  row.value = record.value;
  row.body = record.body;
  row.hash = next;
  sequence = record.sequence;
  digest = next;
  return inserter.take();
}

Status Store::Connection::flush() {
  if (broken) return environment_error("an earlier write to the evidence store failed", "start again: it goes on from there");
  Status flushed = inserter.flush();
  if (!flushed.ok()) broken = true;
  return flushed;
}

Status Store::Connection::commit() {
  if (access == Access::kWrite) TRY(check_file());
  TRY(flush());
  if (!in_transaction) return Done{};
  if (Status done = database.execute("COMMIT"); !done.ok()) {
    broken = true;
    return done;
  }
  in_transaction = false;
  committed = Head{.sequence = sequence, .hash = to_hex(digest)};
  return Done{};
}

Status Store::Connection::roll_back() {
  if (in_transaction) (void)database.execute("ROLLBACK");  // SQLite may have done so already
  in_transaction = false;
  inserter.drop();
  words = Words();
  structure = Structure();
  sequence = 0;
  digest = {};
  Status loaded = load();
  broken = !loaded.ok();
  return loaded;
}

Result<Sequence> Store::begin_attempt(const Attempt& attempt) {
  const Sequence own = connection_->sequence + 1;
  const std::string body = case_body(attempt).canonical();
  TRY(connection_->append({.attempt = own, .kind = RecordKind::kCase, .body = body}));
  return own;
}

Status Store::add(Sequence attempt, const Observation& observation) {
  return connection_->append({.attempt = attempt,
                              .kind = RecordKind::kObservation,
                              .metric = observation.metric,
                              .unit = observation.unit,
                              .item = observation.item,
                              .run = observation.run,
                              .value = observation.value + 0.0});  // -0 becomes 0: SQLite keeps no sign of zero
}

Result<Sequence> Store::note(Sequence attempt, RecordKind kind, const Json& body) {
  if (!is_plain_note(kind)) return Error(ErrorKind::kInternal, "this kind of record has a function of its own");
  const std::string text = body.canonical();
  TRY(connection_->append({.attempt = attempt, .kind = kind, .body = text}));
  return connection_->sequence;
}

Status Store::end_attempt(Sequence attempt, double seconds) {
  Json body = Json::object();
  body.set("counts", connection_->structure.counts(attempt)).set("seconds", Json(seconds));
  const std::string text = body.canonical();
  return connection_->append({.attempt = attempt, .kind = RecordKind::kDone, .body = text});
}

Status Store::fail_attempt(Sequence attempt, double seconds, const Json& reason) {
  Json body = reason;
  body.set("counts", connection_->structure.counts(attempt)).set("seconds", Json(seconds));
  const std::string text = body.canonical();
  return connection_->append({.attempt = attempt, .kind = RecordKind::kFailed, .body = text});
}

Status Store::append(const RecordView& record) { return connection_->append(record); }

Status Store::roll_back() { return connection_->roll_back(); }

Status Store::commit() { return connection_->commit(); }

}  // namespace pilotage
