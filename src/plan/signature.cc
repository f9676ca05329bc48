// SPDX-License-Identifier: Apache-2.0
#include "plan/signature.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace pilotage {
namespace {

// Keeps a signature made for one purpose from being passed off as one for another.
constexpr const char* kPurpose = "pilotage";
constexpr std::chrono::minutes kPatience{2};  // a person may have to touch a token or type a passphrase

// ssh-keygen takes signatures from files only; this one goes with the object.
class ScratchFile {
 public:
  static Result<ScratchFile> make(std::string_view content) {
    std::string path = (std::filesystem::temp_directory_path() / "pilotage-XXXXXX").string();
    const int descriptor = ::mkstemp(path.data());
    if (descriptor < 0) return environment_error("cannot make a file for the signature in the temporary folder");
    ::close(descriptor);
    ScratchFile file(path);
    TRY(write_file(path, content));
    return file;
  }
  ScratchFile(ScratchFile&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  const std::string& path() const { return path_; }

 private:
  explicit ScratchFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

Result<Finished> ssh_keygen(std::vector<std::string> arguments, std::string_view input) {
  arguments.insert(arguments.begin(), "ssh-keygen");
  return run_command({.argv = std::move(arguments), .folder = {}, .environment = {}}, input, kPatience);
}

std::string last_line(std::string_view text) {
  const auto lines = split(trim(text), '\n');
  return std::string(trim(lines.back()));
}

// The public half that lies beside the private one, without its comment.
std::string public_key_of(const std::filesystem::path& key) {
  auto text = read_file(key.extension() == ".pub" ? key.string() : key.string() + ".pub", 65536);
  if (!text.ok()) return "";
  const auto words = split(trim(*text), ' ');
  return words.size() < 2 ? "" : words[0] + " " + words[1];
}

}  // namespace

Result<Signature> sign(std::string_view text, const std::filesystem::path& key) {
  const auto finished = TRY(ssh_keygen({"-Y", "sign", "-q", "-n", kPurpose, "-f", key.string()}, text));
  if (!finished.exit.success() || !finished.out.starts_with("-----BEGIN SSH SIGNATURE-----")) {
    return environment_error("cannot sign with \"" + key.string() + "\": " + last_line(finished.err + finished.out),
                             "the plan's `signing_key` names an SSH key that `ssh-keygen -Y sign` can use");
  }
  return Signature{finished.out, public_key_of(key)};
}

Status verify_signature(std::string_view text, std::string_view armored, const std::filesystem::path& allowed_signers,
                        const std::string& identity) {
  if (identity.empty() || identity.starts_with("-")) return usage_error("no usable name of a signer");
  const auto scratch = TRY(ScratchFile::make(armored));
  const auto finished = TRY(ssh_keygen(
      {"-Y", "verify", "-n", kPurpose, "-f", allowed_signers.string(), "-I", identity, "-s", scratch.path()}, text));
  if (finished.exit.success()) return Done{};
  return damaged_error("the signature is not one of \"" + identity +
                       "\" over this seal: " + last_line(finished.err + finished.out));
}

}  // namespace pilotage
