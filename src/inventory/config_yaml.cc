// SPDX-License-Identifier: Apache-2.0
// YAML by its indentation: block mappings, lists and texts of several lines, which is what configurations are made of.
// A text of several lines under a key that names a script is read as one.
#include <algorithm>

#include "base/text.h"
#include "inventory/config.h"
#include "inventory/lines.h"
#include "inventory/package.h"
#include "inventory/script.h"

namespace pilotage {
namespace {

bool is_script(std::string_view key) {
  for (const std::string_view one :
       {"run", "script", "command", "args", "cmd", "setup", "before_script", "build", "install", "entrypoint"}) {
    if (key == one) return true;
  }
  return false;
}

// conda writes `name=1.2=build` where pip writes `name==1.2`.
std::string as_requirement(std::string_view text) {
  const size_t equals = text.find('=');
  const bool conda = equals != std::string_view::npos && equals + 1 < text.size() && text[equals + 1] != '=' &&
                     equals > 0 && std::string_view("<>!~").find(text[equals - 1]) == std::string_view::npos;
  if (!conda) return std::string(text);
  const std::string_view version = text.substr(equals + 1);
  return std::string(text.substr(0, equals)) + "==" + std::string(version.substr(0, version.find('=')));
}

size_t indent_of(std::string_view text) { return std::min(text.find_first_not_of(' '), text.size()); }

// Where the mark behind a key stands; npos where the line has no key.
size_t end_of_key(std::string_view text) {
  const char quote = text.empty() ? '\0' : text.front();
  const size_t from = quote == '"' || quote == '\'' ? std::min(text.find(quote, 1), text.size()) : 0;
  size_t colon = text.find(':', from);
  while (colon != std::string_view::npos && colon + 1 < text.size() && text[colon + 1] != ' ')
    colon = text.find(':', colon + 1);
  return colon;
}

std::string_view without_comment(std::string_view value) {
  if (value.starts_with('#')) return {};
  return trim(value.substr(0, value.find(" #")));
}

class YamlReader {
 public:
  explicit YamlReader(Occurrences& out) : out_(out) {}

  void read(const TextLine& whole) {
    const size_t indent = indent_of(whole.text);
    const TextLine line = trimmed(whole);
    if (block_ && (line.text.empty() || indent > block_indent_)) return read_block(line);
    block_ = false;
    if (line.text.empty() || line.text.starts_with('#') || line.text == "---") return;
    read_entry(line, indent);
  }

 private:
  struct Level {
    size_t indent;
    std::string key;
  };

  void read_block(const TextLine& line) {
    if (script_ && !line.text.starts_with('#')) read_commands(line, out_);
  }

  void read_entry(TextLine line, size_t indent) {
    while (line.text.starts_with("- ")) {
      const TextLine inside = trimmed(behind(line, 2));
      indent += static_cast<size_t>(inside.column - line.column);
      line = inside;
    }
    while (!open_.empty() && open_.back().indent >= indent) open_.pop_back();
    const size_t colon = end_of_key(line.text);
    if (colon == std::string_view::npos) return read_item(line);
    const std::string key(unquoted(trim(line.text.substr(0, colon))));
    if (open_.size() >= kDeepest) return;
    open_.push_back({indent, key});
    read_value(key, trimmed(behind(line, colon + 1)), line, indent);
  }

  void read_value(const std::string& key, TextLine value, const TextLine& line, size_t indent) {
    value.text = without_comment(value.text);
    if (value.text.starts_with('|') || value.text.starts_with('>')) {
      block_ = true;
      script_ = is_script(key);
      block_indent_ = indent;
      return;
    }
    if (is_script(key) && !value.text.empty() && !value.text.starts_with('['))
      read_commands({unquoted(value.text), value.number, value.column}, out_);
    if (value.text.empty()) {
      if (is_variable_name(key)) out_.add(Kind::kEnv, key, line);
      return;
    }
    out_.add_setting(path(), unquoted(value.text), line);
  }

  void read_item(const TextLine& line) {
    if (open_.empty()) return;
    const std::string_view value = unquoted(without_comment(line.text));
    const std::string& key = open_.back().key;
    if (key == "dependencies" || key == "pip" || key == "requirements")
      return out_.add_package(as_requirement(value), line);
    if (is_script(key)) read_commands(line, out_);
    out_.add_setting(path(), value, line);
  }

  std::string path() const {
    std::string result;
    for (const Level& one : open_) result += (result.empty() ? "" : ".") + one.key;
    return result;
  }

  static constexpr size_t kDeepest = 60;
  Collector out_;
  std::vector<Level> open_;
  bool block_ = false;
  bool script_ = false;
  size_t block_indent_ = 0;
};

}  // namespace

Occurrences read_yaml(std::string_view text) {
  Occurrences result;
  YamlReader reader(result);
  for (const TextLine& line : lines_of(text)) reader.read(line);
  return result;
}

}  // namespace pilotage
