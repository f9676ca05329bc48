// SPDX-License-Identifier: Apache-2.0
#include "inventory/walk.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>

#include "base/file.h"
#include "inventory/ignore.h"

namespace pilotage {
namespace {

constexpr size_t kDeepest = 200;  // folders in folders; deeper is no source tree
constexpr uint64_t kLongestIgnoreFile = 1 << 20;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// A folder's names in order; nothing where it cannot be opened.
std::optional<std::vector<std::string>> names_in(const std::string& folder) {
  const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.c_str()));
  if (!open) return {};
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && name != ".git") names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

WalkedFile described(std::string path, const struct stat& status) {
  const int64_t changed = int64_t{status.st_ctim.tv_sec} * 1'000'000'000 + status.st_ctim.tv_nsec;
  return {.path = std::move(path), .bytes = status.st_size, .changed_ns = changed, .inode = status.st_ino};
}

class Walker {
 public:
  explicit Walker(Walked& walked) : walked_(walked), root_(walked.root.string() + "/") {}

  void visit(const std::string& folder) {  // "" or ending in '/'
    const auto names = names_in(root_ + folder);
    if (!names) {
      ++walked_.unreadable;
      return;
    }
    const size_t ignore_files = ignore_.size();
    read_ignore_file(folder, *names);
    for (const std::string& name : *names) visit_entry(folder + name);
    ignore_.erase(ignore_.begin() + static_cast<std::ptrdiff_t>(ignore_files), ignore_.end());
  }

 private:
  void read_ignore_file(const std::string& folder, const std::vector<std::string>& names) {
    if (!std::binary_search(names.begin(), names.end(), ".gitignore")) return;
    struct stat status {};
    const std::string path = root_ + folder + ".gitignore";
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    const auto text = read_file(path, kLongestIgnoreFile);
    if (text.ok()) ignore_.emplace_back(folder, *text);
  }

  void visit_entry(std::string path) {
    struct stat status {};
    if (::lstat((root_ + path).c_str(), &status) != 0) return;
    if (S_ISLNK(status.st_mode)) {
      ++walked_.links;
    } else if (is_ignored(path, S_ISDIR(status.st_mode))) {
      ++walked_.ignored;
    } else if (S_ISDIR(status.st_mode)) {
      visit_folder(path + "/");
    } else if (S_ISREG(status.st_mode)) {
      walked_.files.push_back(described(std::move(path), status));
    }
  }

  void visit_folder(const std::string& folder) {
    if (static_cast<size_t>(std::count(folder.begin(), folder.end(), '/')) > kDeepest) {
      ++walked_.unreadable;
      return;
    }
    visit(folder);
  }

  // The innermost .gitignore that says anything decides.
  bool is_ignored(std::string_view path, bool is_folder) const {
    for (auto file = ignore_.rbegin(); file != ignore_.rend(); ++file) {
      if (const auto says = file->says_of(path, is_folder)) return *says == IgnoreFile::Says::kIgnored;
    }
    return false;
  }

  Walked& walked_;
  std::string root_;
  std::vector<IgnoreFile> ignore_;  // of the folders from the root to the one being visited
};

}  // namespace

Result<Walked> walk(const std::filesystem::path& path) {
  std::error_code code;
  Walked walked;
  walked.root = std::filesystem::canonical(path, code);
  if (code) return usage_error("there is no \"" + path.string() + "\"", "name the folder or the file to scan");
  struct stat status {};
  if (::stat(walked.root.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    walked.files.push_back(described("", status));
    return walked;
  }
  if (!S_ISDIR(status.st_mode)) return usage_error("\"" + path.string() + "\" is neither a folder nor a file");
  Walker(walked).visit("");
  return walked;
}

std::filesystem::path place_of(const Walked& walked, const WalkedFile& file) {
  return file.path.empty() ? walked.root : walked.root / file.path;
}

}  // namespace pilotage
