// SPDX-License-Identifier: Apache-2.0
#include "inventory/own_modules.h"

#include <string_view>

namespace pilotage {
namespace {

constexpr std::string_view kMark = "/__init__.py";

// "" where there is no folder above.
std::string_view above(std::string_view folder) {
  const size_t slash = folder.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : folder.substr(0, slash);
}

}  // namespace

std::set<std::string, std::less<>> own_modules(const Walked& walked) {
  std::set<std::string_view> packages;
  for (const WalkedFile& file : walked.files) {
    const std::string_view path = file.path;
    if (path.ends_with(kMark)) packages.insert(path.substr(0, path.size() - kMark.size()));
  }
  std::set<std::string, std::less<>> names;
  for (const std::string_view folder : packages) {
    if (!packages.contains(above(folder))) names.emplace(folder.substr(folder.rfind('/') + 1));
  }
  return names;
}

}  // namespace pilotage
