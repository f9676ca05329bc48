// SPDX-License-Identifier: Apache-2.0
// Artifacts: files named by their SHA-256. Bytes arrive in `artifacts/incoming`, which the next writer clears, and get
// their name by a rename after size and digest are right and the bytes are on the disk.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/file.h"
#include "evidence/connection.h"

namespace pilotage {
namespace {

Error cannot_write(const std::filesystem::path& path) {
  if (errno == ENOSPC || errno == EDQUOT) {
    return environment_error("the disk is full: cannot write \"" + path.string() + "\"",
                             "make room on the disk and start again; nothing that was committed is lost");
  }
  return environment_error("cannot write \"" + path.string() + "\": " + std::strerror(errno));
}

// A new name is on the disk only when its folder is (fsync(2)).
Status sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return cannot_write(folder);
  const bool synced = ::fsync(descriptor) == 0;
  ::close(descriptor);
  return synced ? Status(Done{}) : Status(cannot_write(folder));
}

// A file that is removed unless it was given its name.
class IncomingFile final : public ArtifactWriter {
 public:
  IncomingFile(std::filesystem::path path, std::string sha256, int64_t bytes)
      : path_(std::move(path)), sha256_(std::move(sha256)), bytes_(bytes),
        descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)) {}

  ~IncomingFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!named_) ::unlink(path_.c_str());
  }
  IncomingFile(const IncomingFile&) = delete;
  IncomingFile& operator=(const IncomingFile&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  const std::string& sha256() const { return sha256_; }
  int64_t bytes() const { return bytes_; }

  Status write(std::string_view bytes) override {
    if (static_cast<int64_t>(bytes.size()) > bytes_ - written_) {
      return damaged_error("an artifact has more than the " + std::to_string(bytes_) + " bytes that it was to have");
    }
    hash_.add(bytes);
    written_ += static_cast<int64_t>(bytes.size());
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return cannot_write(path_);
      bytes.remove_prefix(static_cast<size_t>(count));
    }
    return Done{};
  }

  Status check() {
    if (written_ != bytes_) {
      return damaged_error("an artifact has " + std::to_string(written_) + " bytes and was to have " + std::to_string(bytes_));
    }
    if (to_hex(hash_.finish()) != sha256_) return damaged_error("an artifact's bytes are not those of digest " + sha256_);
    return Done{};
  }

  Status name(const std::filesystem::path& target) {
    if (::fsync(descriptor_) != 0) return cannot_write(path_);
    if (::rename(path_.c_str(), target.c_str()) != 0) return cannot_write(target);
    named_ = true;
    TRY(sync_folder(target.parent_path()));
    return sync_folder(target.parent_path().parent_path());
  }

 private:
  std::filesystem::path path_;
  std::string sha256_;
  int64_t bytes_;
  int64_t written_ = 0;
  int descriptor_;
  bool named_ = false;
  Sha256 hash_;
};

}  // namespace

Result<std::unique_ptr<ArtifactWriter>> Store::new_artifact(std::string_view sha256, int64_t bytes) {
  if (connection_->access != Access::kWrite) return Error(ErrorKind::kInternal, "a store opened to read was written to");
  if (!is_digest(sha256) || bytes < 0) return damaged_error("an artifact needs its SHA-256 in 64 hex digits and its size");
  TRY(make_folder(connection_->incoming()));
  const auto path = connection_->incoming() / std::to_string(connection_->next_temporary++);
  auto file = std::make_unique<IncomingFile>(path, std::string(sha256), bytes);
  if (!file->is_open()) return cannot_write(path);
  return std::unique_ptr<ArtifactWriter>(std::move(file));
}

Status Store::keep_artifact(std::unique_ptr<ArtifactWriter> writer) {
  auto* file = dynamic_cast<IncomingFile*>(writer.get());
  PILOTAGE_CHECK(file != nullptr);  // nothing else comes out of `new_artifact`
  TRY(file->check());
  const auto target = artifact_path(file->sha256());
  std::error_code code;
  if (std::filesystem::exists(target, code)) return Done{};  // the same bytes are kept once
  TRY(make_folder(target.parent_path()));
  return file->name(target);
}

Status Store::finish_artifact(Sequence attempt, std::unique_ptr<ArtifactWriter> writer, const Artifact& artifact) {
  const auto* file = dynamic_cast<const IncomingFile*>(writer.get());
  if (file == nullptr || artifact.sha256 != file->sha256() || artifact.bytes != file->bytes()) {
    return Error(ErrorKind::kInternal, "an artifact is finished under another digest or size than it was begun");
  }
  TRY(keep_artifact(std::move(writer)));
  Json body = Json::object();
  body.set("name", artifact.name).set("media", artifact.media).set("sha256", artifact.sha256).set("bytes", artifact.bytes);
  const std::string text = body.canonical();
  return connection_->append({.attempt = attempt, .kind = RecordKind::kArtifact, .body = text});
}

std::filesystem::path Store::artifact_path(std::string_view sha256) const {
  return artifact_file(connection_->folder, sha256);
}

std::filesystem::path artifact_file(const std::filesystem::path& folder, std::string_view sha256) {
  if (!is_digest(sha256)) return folder / "artifacts" / "no-such-artifact";  // never a path that a record made up
  return folder / "artifacts" / sha256.substr(0, 2) / sha256;
}

}  // namespace pilotage
