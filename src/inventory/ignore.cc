// SPDX-License-Identifier: Apache-2.0
// Source: gitignore(5). Not read: a user's own excludes, since two people must find the same in one tree.
#include "inventory/ignore.h"

#include <algorithm>

namespace pilotage {
namespace {

constexpr size_t kMaxSteps = 100'000;  // of one glob: more is a hostile pattern, which then fits nothing

// One `[…]`, which begins at `glob[at]`. Moves `at` behind it; nothing where it is not closed.
std::optional<bool> fits_class(std::string_view glob, size_t& at, unsigned char c) {
  size_t i = at + 1;
  const bool negated = i < glob.size() && (glob[i] == '!' || glob[i] == '^');
  if (negated) ++i;
  bool fits = false;
  for (bool first = true; i < glob.size() && (first || glob[i] != ']'); first = false) {
    const auto low = static_cast<unsigned char>(glob[i]);
    const bool range = i + 2 < glob.size() && glob[i + 1] == '-' && glob[i + 2] != ']';
    const auto high = range ? static_cast<unsigned char>(glob[i + 2]) : low;
    fits = fits || (low <= c && c <= high);
    i += range ? 3 : 1;
  }
  if (i >= glob.size()) return {};
  at = i + 1;
  return fits != negated && c != '/';
}

class Matcher {
 public:
  Matcher(std::string_view glob, std::string_view path) : glob_(glob), path_(path) {}

  bool fits(size_t g, size_t p) {
    while (g < glob_.size()) {
      if (++steps_ > kMaxSteps) return false;
      if (glob_[g] == '*') return fits_star(g, p);
      if (p >= path_.size() || !fits_one(g, p)) return false;
      ++p;
    }
    return p == path_.size();
  }

 private:
  // The character of the path at `p` against what stands at `g`, which moves on.
  bool fits_one(size_t& g, size_t p) {
    const char c = path_[p];
    if (glob_[g] == '?') return ++g, c != '/';
    if (glob_[g] == '[') {
      if (const auto in_class = fits_class(glob_, g, static_cast<unsigned char>(c))) return *in_class;
    }
    if (glob_[g] == '\\' && g + 1 < glob_.size()) ++g;
    return glob_[g++] == c;
  }

  bool fits_star(size_t g, size_t p) {
    if (glob_.substr(g).starts_with("**/") && (g == 0 || glob_[g - 1] == '/')) return fits_folders(g + 3, p);
    if (glob_.substr(g) == "**" && (g == 0 || glob_[g - 1] == '/')) return p < path_.size();
    while (g < glob_.size() && glob_[g] == '*') ++g;
    for (;; ++p) {
      if (fits(g, p)) return true;
      if (p >= path_.size() || path_[p] == '/' || steps_ > kMaxSteps) return false;
    }
  }

  // Any number of folders, none among them.
  bool fits_folders(size_t g, size_t p) {
    while (true) {
      if (fits(g, p)) return true;
      const size_t slash = path_.find('/', p);
      if (slash == std::string_view::npos || steps_ > kMaxSteps) return false;
      p = slash + 1;
    }
  }

  std::string_view glob_;
  std::string_view path_;
  size_t steps_ = 0;
};

// Spaces at the end do not count unless a backslash stands before them.
std::string_view without_spaces(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  return line;
}

}  // namespace

bool fits_glob(std::string_view glob, std::string_view path) { return Matcher(glob, path).fits(0, 0); }

IgnoreFile::IgnoreFile(std::string folder, std::string_view text) : folder_(std::move(folder)) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    add(without_spaces(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void IgnoreFile::add(std::string_view line) {
  if (line.empty() || line.starts_with('#')) return;
  Pattern pattern;
  pattern.negated = line.starts_with('!');
  if (pattern.negated) line.remove_prefix(1);
  pattern.folders_only = line.ends_with('/');
  if (pattern.folders_only) line.remove_suffix(1);
  pattern.anchored = line.find('/') != std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  pattern.glob = line;
  if (!line.empty()) patterns_.push_back(std::move(pattern));
}

std::optional<IgnoreFile::Says> IgnoreFile::says_of(std::string_view path, bool is_folder) const {
  if (!path.starts_with(folder_)) return {};
  const std::string_view inside = path.substr(folder_.size());
  const std::string_view name = inside.substr(inside.rfind('/') + 1);
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
    if (pattern->folders_only && !is_folder) continue;
    if (!fits_glob(pattern->glob, pattern->anchored ? inside : name)) continue;
    return pattern->negated ? Says::kKept : Says::kIgnored;
  }
  return {};
}

}  // namespace pilotage
