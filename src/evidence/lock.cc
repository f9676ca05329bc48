// SPDX-License-Identifier: Apache-2.0
// An open-file-description lock (F_OFD_SETLK, fcntl(2)): it belongs to the open file, so a second open in the same
// process conflicts too, and it can be asked about without being taken.
#include "evidence/lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text.h"

namespace pilotage {
namespace {

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

// Who wrote it there: `process 4711 on host trn2-01`. The lock counts, the text only names.
std::string holder_of(int descriptor) {
  char text[256];
  const ssize_t count = ::pread(descriptor, text, sizeof text, 0);
  const std::string_view holder = trim({text, count > 0 ? static_cast<size_t>(count) : 0});
  return holder.empty() ? "another process" : std::string(holder);
}

bool write_holder(int descriptor) {
  char host[128] = {};
  ::gethostname(host, sizeof host - 1);
  const std::string text = "process " + std::to_string(::getpid()) + " on host " + host + "\n";
  return ::ftruncate(descriptor, 0) == 0 &&
         ::pwrite(descriptor, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

Error cannot(const char* verb, const std::filesystem::path& path) {
  return environment_error(std::string("cannot ") + verb + " \"" + path.string() + "\": " + std::strerror(errno),
                           "the pilot's folder must be on a disk that can be written and has room");
}

}  // namespace

Result<WriterLock> WriterLock::take(const std::filesystem::path& path) {
  WriterLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (lock.descriptor_ < 0) return cannot("write", path);
  struct flock wanted = whole_file();
  if (::fcntl(lock.descriptor_, F_OFD_SETLK, &wanted) != 0) {
    if (errno != EAGAIN && errno != EACCES) return cannot("lock", path);
    return environment_error("the store is in use: " + holder_of(lock.descriptor_) + " is writing to \"" +
                                 path.parent_path().string() + "\"",
                             "wait until it ends, or end it; one writer at a time");
  }
  if (!write_holder(lock.descriptor_)) return cannot("write", path);
  return lock;
}

bool WriterLock::is_held(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock asked = whole_file();
  const bool held = ::fcntl(descriptor, F_OFD_GETLK, &asked) == 0 && asked.l_type != F_UNLCK;
  ::close(descriptor);
  return held;
}

WriterLock::WriterLock(WriterLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

WriterLock::~WriterLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace pilotage
