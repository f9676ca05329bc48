// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/descriptor.h"

namespace pilotage {
namespace {

Error failed(const char* verb, const std::filesystem::path& path) {
  return environment_error(std::string("cannot ") + verb + " \"" + path.string() + "\": " + std::strerror(errno));
}

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    content.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, uint64_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) return failed("read", path);
  if (!S_ISREG(status.st_mode)) return environment_error("\"" + path.string() + "\" is not a plain file");
  std::string content;
  char block[65536];
  ssize_t got = 0;
  while ((got = ::read(file.number(), block, sizeof block)) > 0) {
    content.append(block, static_cast<size_t>(got));
    if (content.size() > limit) {
      return environment_error("\"" + path.string() + "\" is larger than " + std::to_string(limit) + " bytes");
    }
  }
  if (got < 0) return failed("read", path);
  return content;
}

Status check_replaceable(const std::filesystem::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return Done{};
  return environment_error("\"" + path.string() + "\" is not a plain file, and one would take its place",
                           "name a file that is new or may be replaced");
}

Status write_file(const std::filesystem::path& path, std::string_view content) {
  TRY(check_replaceable(path));
  const std::filesystem::path beside = path.string() + ".new" + std::to_string(::getpid());
  {
    const Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.number() < 0) return failed("write", path);
    if (!write_all(file.number(), content) || ::fsync(file.number()) != 0) {
      const Error error = failed("write", path);
      ::unlink(beside.c_str());
      return error;
    }
  }
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    const Error error = failed("write", path);
    ::unlink(beside.c_str());
    return error;
  }
  return Done{};
}

Status make_folder(const std::filesystem::path& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) return environment_error("cannot make the folder \"" + path.string() + "\": " + code.message());
  return Done{};
}

}  // namespace pilotage
