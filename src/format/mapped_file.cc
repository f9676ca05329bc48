// SPDX-License-Identifier: Apache-2.0
#include "format/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/descriptor.h"

namespace pilotage {
namespace {

Error failed(const std::filesystem::path& path) {
  return environment_error("cannot read \"" + path.string() + "\": " + std::strerror(errno));
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file.open() || ::fstat(file.number(), &status) != 0) return failed(path);
  if (!S_ISREG(status.st_mode)) return environment_error("\"" + path.string() + "\" is not a plain file");
  const auto size = static_cast<size_t>(status.st_size);
  if (size == 0) return MappedFile();  // nothing to map is an error to the kernel
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (start == MAP_FAILED) return failed(path);
  return MappedFile(std::span(static_cast<const std::byte*>(start), size));
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace pilotage
