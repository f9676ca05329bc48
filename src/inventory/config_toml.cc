// SPDX-License-Identifier: Apache-2.0
// pyproject.toml and the lock files of uv, poetry, pdm and pip (pylock), line by line: half of their size is digests,
// which nobody reads here.
#include <algorithm>

#include "base/text.h"
#include "inventory/config.h"
#include "inventory/lines.h"
#include "inventory/package.h"

namespace pilotage {
namespace {

bool lists_packages(std::string_view path) {
  for (const std::string_view end : {".dependencies", ".requires", ".dev-dependencies"}) {
    if (path.ends_with(end)) return true;
  }
  return path.find("optional-dependencies.") != std::string_view::npos || path.starts_with("dependency-groups.");
}

// `[tool.poetry.dependencies]`: names are keys, versions are values.
bool is_table_of_packages(std::string_view section) {
  return section.starts_with("tool.poetry") && section.ends_with("dependencies");
}

class TomlReader {
 public:
  explicit TomlReader(Occurrences& out) : out_(out) {}

  void read(const TextLine& whole) {
    const TextLine line = trimmed(whole);
    if (line.text.empty() || line.text.starts_with('#')) return;
    if (in_array_) return read_elements(line);
    if (line.text.starts_with('[')) return read_section(line);
    const size_t equals = line.text.find('=');
    if (equals != std::string_view::npos) read_key(line, equals);
  }

 private:
  void read_section(const TextLine& line) {
    const bool list = line.text.starts_with("[[");
    std::string_view name = line.text.substr(list ? 2 : 1);
    section_ = std::string(trim(name.substr(0, name.find(']'))));
    locked_ = list && (section_ == "package" || section_ == "packages");
    name_.clear();
  }

  void read_key(const TextLine& line, size_t equals) {
    const std::string key(unquoted(trim(line.text.substr(0, equals))));
    const TextLine value = trimmed(behind(line, equals + 1));
    path_ = section_.empty() ? key : section_ + "." + key;
    if (locked_ && (key == "name" || key == "version")) return read_locked(key, value);
    if (value.text.starts_with('[')) {
      in_array_ = true;
      return read_elements(behind(value, 1));
    }
    if (is_table_of_packages(section_)) return read_named(key, line, value.text);
    if (!locked_ || key == "url") out_.add_setting(path_, unquoted(without_comment(value.text)), line);
  }

  static std::string_view without_comment(std::string_view value) {
    if (value.starts_with('"') || value.starts_with('\'')) {
      const size_t end = value.find(value.front(), 1);
      return value.substr(0, end == std::string_view::npos ? end : end + 1);
    }
    return trim(value.substr(0, value.find('#')));
  }

  void read_locked(const std::string& key, const TextLine& value) {
    if (key == "name") {
      name_ = std::string(unquoted(value.text));
      name_place_ = value;
      return;
    }
    if (auto package = package_text(name_, unquoted(value.text)))
      out_.add(Kind::kPackage, std::move(*package), name_place_);
    name_.clear();
  }

  // `torch = "^2.1"`, `torch = {version = "2.1", source = "…"}`
  void read_named(const std::string& key, const TextLine& line, std::string_view value) {
    const size_t at = value.find("version");
    if (value.starts_with('{'))
      value = at == std::string_view::npos ? std::string_view() : trim(value.substr(value.find('=', at) + 1));
    value = unquoted(without_comment(value));
    if (auto package = package_text(key, value)) out_.add(Kind::kPackage, std::move(*package), line);
  }

  // Each text in the rest of the line that belongs to an array.
  void read_elements(const TextLine& line) {
    size_t at = 0;
    while (at < line.text.size()) {
      const char c = line.text[at];
      if (c == '#') return;
      if (c == ']') {
        in_array_ = false;
        return;
      }
      at = c == '"' || c == '\'' ? read_element(line, at) : at + 1;
    }
  }

  size_t read_element(const TextLine& line, size_t open) {
    const size_t end = std::min(line.text.find(line.text[open], open + 1), line.text.size());
    const std::string_view value = line.text.substr(open + 1, end - open - 1);
    const bool digest = locked_ && (path_.ends_with(".wheels") || path_.ends_with(".files"));
    if (lists_packages(path_)) {
      if (!locked_) out_.add_package(value, line, open);
    } else if (!digest) {
      out_.add_setting(path_, value, line, open);
    }
    return end + 1;
  }

  Collector out_;
  std::string section_;
  std::string path_;  // of the key being read
  std::string name_;  // of the locked package
  TextLine name_place_;
  bool locked_ = false;
  bool in_array_ = false;
};

}  // namespace

Occurrences read_toml(std::string_view text) {
  Occurrences result;
  TomlReader reader(result);
  for (const TextLine& line : lines_of(text)) reader.read(line);
  return result;
}

}  // namespace pilotage
