// SPDX-License-Identifier: Apache-2.0
// Export and import. Importing reads the bundle twice: once to find it whole and welcome, once to write it, so that a
// refused or broken bundle leaves the store as it was.
#include "evidence/bundle.h"

#include <cstdio>
#include <map>
#include <set>

#include "evidence/bundle_lines.h"
#include "evidence/connection.h"
#include "evidence/head.h"
#include "evidence/zstd.h"

namespace pilotage {
namespace {

constexpr size_t kBlock = 256 << 10;

using Artifacts = std::map<std::string, int64_t>;  // size by digest

Result<Artifacts> artifacts_of(const Store& store) {
  Artifacts artifacts;
  for (const Note& note : TRY(store.notes(RecordKind::kArtifact))) {
    artifacts.emplace(note.body.text_or("sha256"), note.body.integer_or("bytes", 0));
  }
  return artifacts;
}

Status write_artifact(const Store& store, const std::string& digest, int64_t bytes, ZstdWriter& out) {
  TRY(out.write(artifact_line(digest, bytes) + "\n"));
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(store.artifact_path(digest).c_str(), "rbe"), &std::fclose);
  if (!file) return damaged_error("the file is missing");
  Sha256 hash;
  std::vector<char> block(kBlock);
  int64_t written = 0;
  for (size_t got = 0; (got = std::fread(block.data(), 1, block.size(), file.get())) > 0;) {
    hash.add({block.data(), got});
    written += static_cast<int64_t>(got);
    TRY(out.write({block.data(), got}));
  }
  if (written != bytes || to_hex(hash.finish()) != digest) return damaged_error("the file's bytes were changed");
  return out.write("\n");
}

Status write_records(const Store& store, ZstdWriter& out) {
  std::string lines;
  TRY(store.each_record([&](const RecordView& record) -> Status {
    append_record_line(lines, record);
    lines += '\n';
    if (record.kind != RecordKind::kObservation) lines.append(record.body) += '\n';
    if (lines.size() < kBlock) return Done{};
    Status written = out.write(lines);
    lines.clear();
    return written;
  }));
  return out.write(lines);
}

// Lets everything pass but looks at it.
class Onlooker : public BundleSink {
 public:
  Status header(const BundleHeader&) override { return Done{}; }
  Status record(const RecordView&, const Digest&) override { return Done{}; }
  Status begin_artifact(const std::string&, int64_t) override { return Done{}; }
  Status artifact_bytes(std::string_view) override { return Done{}; }
  Status end_artifact() override { return Done{}; }
};

// Whether a chain contains a head; it does where none is asked for.
class HeadSearch final : public Onlooker {
 public:
  explicit HeadSearch(const std::optional<Head>& head) : head_(head), met_(!head || head->sequence == 0) {}
  Status record(const RecordView& record, const Digest& hash) override {
    if (!met_ && record.sequence == head_->sequence) met_ = to_hex(hash) == head_->hash;
    return Done{};
  }
  bool met() const { return met_; }

 private:
  std::optional<Head> head_;
  bool met_;
};

// Keeps what a decision about importing needs.
class Inspection final : public Onlooker {
 public:
  Status record(const RecordView& record, const Digest&) override {
    switch (record.kind) {
      case RecordKind::kSeal: return take_seal(record);
      case RecordKind::kCase: return take_case(record);
      case RecordKind::kDone: platforms_.insert(platform_of_[record.attempt]); [[fallthrough]];
      case RecordKind::kFailed: platform_of_.erase(record.attempt); return Done{};
      default: return Done{};
    }
  }

  const std::string& seal() const { return seal_; }
  const std::set<std::string>& platforms() const { return platforms_; }  // with complete attempts
  bool claims_early_seal() const { return claims_early_seal_; }

 private:
  Status take_seal(const RecordView& record) {
    seal_ = TRY(parse_json(record.body)).text_or("digest");
    return Done{};
  }

  Status take_case(const RecordView& record) {
    const Json body = TRY(parse_json(record.body));
    platform_of_[record.attempt] = body.text_or("platform");
    const auto claimed = body.text_or("seal");
    if (!claimed.empty() && claimed != seal_) claims_early_seal_ = true;
    return Done{};
  }

  std::map<Sequence, std::string> platform_of_;  // of open attempts
  std::set<std::string> platforms_;
  std::string seal_;
  bool claims_early_seal_ = false;
};

// Writes what it is given behind what the store has.
class StoreFiller final : public BundleSink {
 public:
  StoreFiller(Store& store, Sequence offset) : store_(store), offset_(offset) {}

  Status header(const BundleHeader&) override { return Done{}; }

  Status record(const RecordView& record, const Digest&) override {
    RecordView shifted = record;
    if (shifted.attempt != 0) shifted.attempt += offset_;
    return store_.append(shifted);
  }

  Status begin_artifact(const std::string& sha256, int64_t bytes) override {
    writer_ = TRY(store_.new_artifact(sha256, bytes));
    return Done{};
  }
  Status artifact_bytes(std::string_view bytes) override { return writer_->write(bytes); }
  Status end_artifact() override { return store_.keep_artifact(std::move(writer_)); }

 private:
  Store& store_;
  Sequence offset_;
  std::unique_ptr<ArtifactWriter> writer_;
};

Result<std::string> seal_in_force(const Store& store) {
  const auto seals = TRY(store.notes(RecordKind::kSeal));
  return seals.empty() ? std::string() : std::string(seals.back().body.text_or("digest"));
}

std::string named(const std::string& seal) { return seal.empty() ? "no seal" : "the seal " + seal.substr(0, 12); }

Status check_welcome(const Inspection& bundle, const Store& store) {
  if (bundle.claims_early_seal()) {
    return usage_error("the bundle has an attempt that names a seal which was not in force when it was recorded");
  }
  const std::string ours = TRY(seal_in_force(store));
  if (ours != bundle.seal()) {
    return usage_error("the bundle was measured under " + named(bundle.seal()) + ", this pilot under " + named(ours),
                       "both sides must run the same sealed plan");
  }
  for (const Attempt& attempt : TRY(store.attempts())) {
    if (!attempt.complete || !bundle.platforms().contains(attempt.platform)) continue;
    return usage_error("the platform \"" + attempt.platform + "\" of the bundle has been measured here already",
                       "a platform's evidence comes from one chain");
  }
  return Done{};
}

Status check_room(int64_t bytes, const std::filesystem::path& folder) {
  std::error_code code;
  const auto space = std::filesystem::space(folder, code);
  if (code || space.available >= static_cast<uintmax_t>(bytes)) return Done{};
  return environment_error("the bundle's artifacts need " + std::to_string(bytes) + " bytes, the disk has " +
                               std::to_string(space.available),
                           "make room on the disk and import again");
}

Json imported_body(const Head& head, const Inspection& bundle) {
  Json platforms = Json::array();
  for (const auto& platform : bundle.platforms()) platforms.push(Json(platform));
  return Json::object().set("head", head_to_json(head)).set("seal", Json(bundle.seal())).set("platforms", std::move(platforms));
}

// Writes the bundle's chain behind an `imported` record, or as the store's own where there is no inspection to record.
Status fill(const std::filesystem::path& path, const Head& head, const Inspection* inspection, Store& store) {
  Sequence offset = 0;
  if (inspection != nullptr) offset = TRY(store.note(0, RecordKind::kImported, imported_body(head, *inspection)));
  StoreFiller filler(store, offset);
  ZstdReader source = TRY(ZstdReader::open(path));
  const BundleContent content = TRY(read_bundle(source, filler).in(path.string()));
  if (content.header.head.hash != head.hash) return environment_error("the bundle changed while it was read");
  return store.commit();
}

}  // namespace

Result<Head> export_bundle(const Store& store, const std::filesystem::path& path) {
  const Artifacts artifacts = TRY(artifacts_of(store));
  BundleHeader header{.head = TRY(store.summary()).head, .artifacts = std::ssize(artifacts), .artifact_bytes = 0};
  for (const auto& [digest, bytes] : artifacts) header.artifact_bytes += bytes;
  ZstdWriter out = TRY(ZstdWriter::create(path));
  TRY(out.write(header_line(header) + "\n"));
  TRY(write_records(store, out));
  for (const auto& [digest, bytes] : artifacts) TRY(write_artifact(store, digest, bytes, out).in("artifact " + digest));
  TRY(out.write(std::string(kBundleEnd) + "\n"));
  TRY(out.finish());
  return header.head;
}

Result<VerifyReport> verify_bundle(const std::filesystem::path& path, const std::optional<Head>& expected) {
  ZstdReader source = TRY(ZstdReader::open(path));
  HeadSearch search(expected);
  const BundleContent content = TRY(read_bundle(source, search).in(path.string()));
  if (!search.met()) {
    return damaged_error("the bundle's chain does not contain the head that was handed in: it was cut off or is another chain");
  }
  VerifyReport report;
  report.head = content.header.head;
  report.observations = content.tally.observations;
  report.attempts = content.tally.attempts;
  report.complete_attempts = content.tally.complete;
  report.imported_chains = content.imported_chains;
  report.artifacts = content.header.artifacts;
  report.artifact_bytes = content.header.artifact_bytes;
  return report;
}

Result<ImportReport> import_bundle(const std::filesystem::path& path, Store& store) {
  TRY(store.commit());
  Inspection inspection;
  ZstdReader source = TRY(ZstdReader::open(path));
  const BundleContent content = TRY(read_bundle(source, inspection).in(path.string()));
  const bool is_empty = TRY(store.summary()).head.sequence == 0;
  if (!is_empty) TRY(check_welcome(inspection, store));
  TRY(check_room(content.header.artifact_bytes, store.folder()));
  if (Status filled = fill(path, content.header.head, is_empty ? nullptr : &inspection, store); !filled.ok()) {
    (void)store.roll_back();  // the first error is the one that tells
    return std::move(filled).error();
  }
  return ImportReport{.head = content.header.head,
                      .platforms = {inspection.platforms().begin(), inspection.platforms().end()},
                      .observations = content.tally.observations,
                      .artifacts = content.header.artifacts,
                      .recreated = is_empty};
}

}  // namespace pilotage
