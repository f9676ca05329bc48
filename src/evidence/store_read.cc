// SPDX-License-Identifier: Apache-2.0
// Reading. Each record that is handed out was hashed again over its fields and the stored hash of its predecessor, so a
// changed field shows at once; that the chain is whole from its first record to its head is what `verify` recomputes.
#include <algorithm>

#include "evidence/chain.h"
#include "evidence/connection.h"

namespace pilotage {
namespace {

constexpr std::string_view kNotes = "SELECT seq, attempt, kind, metric, unit, item, run, value, body, hash FROM record "
                                    "WHERE kind <> 4 AND kind = ?1";

constexpr int64_t kMaxReserve = 1 << 20;  // a damaged count must not ask for all memory

std::string at(Sequence record) { return "record " + std::to_string(record); }

std::vector<std::string> texts_of(const Json* array) {
  std::vector<std::string> texts;
  if (array == nullptr || array->array_if() == nullptr) return texts;
  for (const Json& one : *array->array_if()) {
    if (const auto* text = one.string_if()) texts.push_back(*text);
  }
  return texts;
}

Json object_at(const Json& body, std::string_view key) {
  const Json* member = body.find(key);
  return member != nullptr ? *member : Json::object();
}

Attempt attempt_of(const Note& note) {
  const Json& body = note.body;
  const auto text = [&](const char* key) { return std::string(body.text_or(key)); };
  Attempt attempt;
  attempt.sequence = note.sequence;
  attempt.key = text("key");
  attempt.seal = text("seal");
  attempt.stage = text("stage");
  attempt.platform = text("platform");
  attempt.against = text("against");
  attempt.workload = text("workload");
  attempt.probe = text("probe");
  attempt.run = body.integer_or("run", 0);
  attempt.shared = object_at(body, "shared");
  attempt.own = object_at(body, "own");
  attempt.request = object_at(body, "request");
  attempt.environment_lock = text("environment_lock");
  attempt.origin = texts_of(body.find("origin"));
  attempt.started = text("started");
  return attempt;
}

Artifact artifact_of(const Note& note) {
  return {.attempt = note.attempt,
          .name = std::string(note.body.text_or("name")),
          .media = std::string(note.body.text_or("media")),
          .sha256 = std::string(note.body.text_or("sha256")),
          .bytes = note.body.integer_or("bytes", 0)};
}

}  // namespace

Result<RecordRow> read_row(const Statement& statement, const Words& words) {
  const auto metric = words.text(statement.integer(3));
  const auto unit = words.text(statement.integer(4));
  if (!metric.ok() || !unit.ok()) return damaged_error(at(statement.integer(0)) + ": it names a word that is not there");
  RecordRow row;
  row.view = {.sequence = statement.integer(0),
              .attempt = statement.integer(1),
              .kind = static_cast<RecordKind>(statement.integer(2)),
              .metric = *metric,
              .unit = *unit,
              .item = statement.text(5),
              .run = statement.integer(6),
              .value = statement.real(7),
              .body = statement.text(8)};
  row.hash = statement.blob(9);
  if (row.hash.size() != sizeof(Digest)) return damaged_error(at(row.view.sequence) + ": its hash is not 32 bytes long");
  return row;
}

Status Store::Connection::check_link(const RecordRow& row, std::string_view previous) {
  Digest before;
  if (previous.size() != before.size()) return damaged_error(at(row.view.sequence) + ": the record before it is missing");
  std::copy(previous.begin(), previous.end(), reinterpret_cast<char*>(before.data()));
  if (bytes_of(hash.of(before, row.view)) == row.hash) return Done{};
  return damaged_error(at(row.view.sequence) + ": its hash is not that of its content: it was changed");
}

// Of record 0, the one before the first: all zero. Empty where there is no such record.
Result<std::string> Store::Connection::hash_of(Sequence record) {
  if (record == 0) return std::string(sizeof(Digest), '\0');
  if (!find_hash.is_prepared()) find_hash = TRY(database.prepare("SELECT hash FROM record WHERE seq = ?1"));
  find_hash.bind(1, record);
  std::string found;
  if (TRY(find_hash.step())) found = find_hash.blob(0);
  find_hash.reset();
  return found;
}

Result<std::vector<Note>> Store::Connection::notes_of(RecordKind kind, std::optional<Sequence> attempt) {
  TRY(flush());
  Statement statement = TRY(database.prepare(std::string(kNotes) + (attempt ? " AND attempt = ?2" : "") + " ORDER BY seq"));
  statement.bind(1, static_cast<int64_t>(kind));
  if (attempt) statement.bind(2, *attempt);
  std::vector<Note> notes;
  while (TRY(statement.step())) {
    const RecordRow row = TRY(read_row(statement, words));
    const std::string previous = TRY(hash_of(row.view.sequence - 1));
    TRY(check_link(row, previous));
    auto body = parse_json(row.view.body);
    if (!body.ok()) return damaged_error(at(row.view.sequence) + ": its body is not JSON");
    notes.push_back({row.view.sequence, row.view.attempt, row.view.kind, std::move(*body)});
  }
  return notes;
}

Result<std::vector<Note>> Store::notes(RecordKind kind) const {
  std::vector<Note> notes = TRY(connection_->notes_of(kind, std::nullopt));
  if (kind != RecordKind::kSeal) return notes;
  for (const Note& import : TRY(connection_->notes_of(RecordKind::kImported, std::nullopt))) {
    const Json* head = import.body.find("head");
    const Sequence last = import.sequence + (head != nullptr ? head->integer_or("sequence", 0) : 0);
    std::erase_if(notes, [&](const Note& seal) { return seal.sequence > import.sequence && seal.sequence <= last; });
  }
  return notes;
}

Result<std::vector<Attempt>> Store::attempts() const {
  std::vector<Attempt> attempts;
  for (const Note& note : TRY(notes(RecordKind::kCase))) attempts.push_back(attempt_of(note));
  for (const RecordKind kind : {RecordKind::kDone, RecordKind::kFailed}) {
    for (const Note& end : TRY(notes(kind))) {
      const auto place = std::lower_bound(attempts.begin(), attempts.end(), end.attempt,
                                          [](const Attempt& one, Sequence sequence) { return one.sequence < sequence; });
      if (place == attempts.end() || place->sequence != end.attempt) {
        return damaged_error(at(end.sequence) + ": the end of an attempt that is not there");
      }
      place->complete = kind == RecordKind::kDone;
      place->seconds = end.body.number_at("seconds").value_or(0);
    }
  }
  return attempts;
}

Result<std::vector<std::string>> Store::metrics(Sequence attempt) const {
  TRY(connection_->flush());
  Statement next = TRY(connection_->database.prepare(
      "SELECT min(metric) FROM record WHERE kind = 4 AND attempt = ?1 AND metric > ?2"));
  std::vector<std::string> metrics;
  int64_t word = 0;
  while (true) {
    next.bind(1, attempt);
    next.bind(2, word);
    if (!TRY(next.step()) || next.integer(0) <= word) break;
    word = next.integer(0);
    metrics.emplace_back(TRY(connection_->words.text(word)));
    next.reset();
  }
  std::sort(metrics.begin(), metrics.end());
  return metrics;
}

Result<std::vector<Observation>> Store::observations(Sequence attempt, std::string_view metric) const {
  return connection_->observations_of(attempt, metric);
}

Result<std::vector<Observation>> Store::Connection::observations_of(Sequence attempt, std::string_view metric) {
  TRY(flush());
  std::vector<Observation> observations;
  const auto word = words.find(metric);
  if (word) TRY(read_observations(attempt, *word, observations));
  if (const auto counted = TRY(counted_at_end(attempt, metric)); counted && *counted != std::ssize(observations)) {
    return damaged_error("attempt " + std::to_string(attempt) + " has " + std::to_string(observations.size()) +
                         " observations of " + std::string(metric) + ", its end counted " + std::to_string(*counted));
  }
  return observations;
}

// Where the observations of one metric lie in the chain.
struct Store::Connection::Extent {
  int64_t count = 0;
  Sequence first = 0;
  Sequence last = 0;
  // Most attempts write a few metrics in turn: then one walk over all of their records is cheaper than two look-ups for
  // each record of the metric, itself and its predecessor.
  bool is_dense() const { return last - first < kDense * count; }
  static constexpr int64_t kDense = 8;  // about where the two cost the same
};

Result<Store::Connection::Extent> Store::Connection::extent_of(Sequence attempt, int64_t word) const {
  Statement statement = TRY(database.prepare(
      "SELECT count(*), min(seq), max(seq) FROM record WHERE kind = 4 AND attempt = ?1 AND metric = ?2"));
  statement.bind(1, attempt);
  statement.bind(2, word);
  TRY(statement.step());
  return Extent{.count = statement.integer(0), .first = statement.integer(1), .last = statement.integer(2)};
}

Status Store::Connection::read_observations(Sequence attempt, int64_t word, std::vector<Observation>& out) {
  const Extent extent = TRY(extent_of(attempt, word));
  const char* where = extent.is_dense() ? " FROM record WHERE seq BETWEEN ?1 AND ?2 ORDER BY seq"
                                        : " FROM record WHERE kind = 4 AND attempt = ?1 AND metric = ?2 ORDER BY seq";
  Statement statement = TRY(database.prepare("SELECT " + std::string(kRecordColumns) + where));
  statement.bind(1, extent.is_dense() ? extent.first - 1 : attempt);
  statement.bind(2, extent.is_dense() ? extent.last : word);
  Sequence before = -1;
  std::string hash_before;
  out.reserve(static_cast<size_t>(std::min(extent.count, kMaxReserve)));
  while (TRY(statement.step())) {
    const Sequence now = statement.integer(0);
    if (statement.integer(2) == 4 && statement.integer(1) == attempt && statement.integer(3) == word) {
      if (before != now - 1) hash_before = TRY(hash_of(now - 1));
      const RecordRow row = TRY(read_row(statement, words));
      TRY(check_link(row, hash_before));
      out.push_back({std::string(row.view.metric), std::string(row.view.unit), std::string(row.view.item), row.view.run,
                     row.view.value});
    }
    before = now;
    hash_before = statement.blob(9);
  }
  return Done{};
}

// What the attempt's end says that it has of the metric; nothing where the attempt has no end.
Result<std::optional<int64_t>> Store::Connection::counted_at_end(Sequence attempt, std::string_view metric) {
  for (const RecordKind kind : {RecordKind::kDone, RecordKind::kFailed}) {
    for (const Note& end : TRY(notes_of(kind, attempt))) {
      const Json* counts = end.body.find("counts");
      return std::optional<int64_t>(counts != nullptr ? counts->integer_or(metric, 0) : 0);
    }
  }
  return std::optional<int64_t>();
}

Result<std::vector<Artifact>> Store::artifacts(Sequence attempt) const {
  std::vector<Artifact> artifacts;
  for (const Note& note : TRY(connection_->notes_of(RecordKind::kArtifact, attempt))) {
    artifacts.push_back(artifact_of(note));
    if (!is_digest(artifacts.back().sha256)) return damaged_error(at(note.sequence) + ": an artifact without digest");
  }
  return artifacts;
}

Status Store::each_record(const std::function<Status(const RecordView&)>& take) const {
  TRY(connection_->flush());
  Statement statement = TRY(connection_->database.prepare("SELECT " + std::string(kRecordColumns) + " FROM record ORDER BY seq"));
  ChainCheck chain;
  while (TRY(statement.step())) {
    const RecordRow row = TRY(read_row(statement, connection_->words));
    const Digest digest = TRY(chain.accept(row.view));
    if (bytes_of(digest) != row.hash) return damaged_error(at(row.view.sequence) + ": its hash is not that of its content");
    TRY(take(row.view));
  }
  return chain.finish();
}

Result<StoreSummary> Store::summary() const {
  TRY(connection_->flush());
  const Database& database = connection_->database;
  const int64_t notes = TRY(database.integer_of("SELECT count(*) FROM record WHERE kind <> 4"));
  return StoreSummary{.head = {.sequence = connection_->sequence, .hash = to_hex(connection_->digest)},
                      .observations = connection_->sequence - notes,
                      .artifacts = TRY(database.integer_of("SELECT count(*) FROM record WHERE kind <> 4 AND kind = 7"))};
}

}  // namespace pilotage
