// SPDX-License-Identifier: Apache-2.0
// Requirements, INI and JSON; TOML and YAML have files of their own.
#include "inventory/config.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "inventory/lines.h"

namespace pilotage {
namespace {

// `--extra-index-url ADDRESS`, `-f ADDRESS`
void read_option(const TextLine& line, Collector& out) {
  const size_t end = line.text.find_first_of(" =");
  const std::string_view value = end == std::string_view::npos ? std::string_view() : trim(line.text.substr(end + 1));
  const std::string_view option = line.text.substr(0, end);
  if (option == "-e" || option == "--editable") return out.add_package(value, line);
  out.add(Kind::kSetting, std::string(option) + "=" + std::string(value.substr(0, value.find(" #"))), line);
}

bool lists_packages(std::string_view key) {
  return key.ends_with("_requires") || key.ends_with("_require") ||
         key.find("options.extras_require") != std::string_view::npos;
}

class JsonReader {
 public:
  JsonReader(std::string_view text, Occurrences& out) : text_(text), out_(out) {}

  void read() {
    while (at_ < text_.size()) step(text_[at_]);
  }

 private:
  void step(char c) {
    if (c == '"') return read_string();
    if (c == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    if (c == '{' || c == '[') open(c == '{');
    if ((c == '}' || c == ']') && !open_.empty()) open_.pop_back();
    if (c == ',' && !open_.empty() && open_.back().object) open_.back().key.clear();
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
    if (plain) return read_plain();
    ++at_;
  }

  void open(bool object) {
    if (open_.size() < kDeepest)
      open_.push_back({object, "", line_, at_});
    else
      at_ = text_.size();
  }

  TextLine place_of(size_t at) const { return {"", line_, static_cast<int64_t>(at - line_start_) + 1}; }

  void read_string() {
    const size_t first = at_++;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
    const std::string_view value = text_.substr(first + 1, at_ - first - 1);
    if (at_ < text_.size() && text_[at_] == '"') ++at_;
    tell(value, first);
  }

  void read_plain() {
    const size_t first = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  std::string_view("+-._").find(text_[at_]) != std::string_view::npos))
      ++at_;
    tell(text_.substr(first, at_ - first), first);
  }

  void tell(std::string_view value, size_t at) {
    if (open_.empty()) return;
    Open& inner = open_.back();
    if (inner.object && inner.key.empty()) {
      inner.key = value.empty() ? "-" : std::string(value.substr(0, 100));
      return;
    }
    if (value.size() <= 300) out_.add_setting(path(), value, place_of(at));
  }

  std::string path() const {
    std::string result;
    for (const Open& one : open_) {
      if (one.object) result += (result.empty() ? "" : ".") + one.key;
    }
    return result.substr(0, 400);
  }

  static constexpr size_t kDeepest = 100;
  struct Open {
    bool object;
    std::string key;
    int64_t line;
    size_t at;
  };

  std::string_view text_;
  Collector out_;
  std::vector<Open> open_;
  size_t at_ = 0;
  int64_t line_ = 1;
  size_t line_start_ = 0;
};

}  // namespace

Occurrences read_requirements(std::string_view text) {
  Occurrences result;
  Collector out(result);
  for (const TextLine& whole : lines_of(text)) {
    const TextLine line = trimmed(whole);
    if (line.text.starts_with('-'))
      read_option(line, out);
    else if (!line.text.starts_with('#'))
      out.add_package(line.text, line);
  }
  return result;
}

Occurrences read_ini(std::string_view text) {
  Occurrences result;
  Collector out(result);
  std::string section;
  std::string key;
  for (const TextLine& whole : lines_of(text)) {
    const TextLine line = trimmed(whole);
    const size_t equals = line.text.find_first_of("=:");
    const bool goes_on = !whole.text.empty() && (whole.text[0] == ' ' || whole.text[0] == '\t');
    if (line.text.empty() || line.text.starts_with('#') || line.text.starts_with(';')) continue;
    if (line.text.starts_with('[')) {
      section = std::string(line.text.substr(1, line.text.find(']') - 1));
    } else if (goes_on && (lists_packages(key) || lists_packages(section))) {
      out.add_package(line.text, line);
    } else if (!goes_on && equals != std::string_view::npos) {
      key = section + "." + std::string(trim(line.text.substr(0, equals)));
      const std::string_view value = trim(line.text.substr(equals + 1));
      if (lists_packages(key))
        out.add_package(value, line);
      else if (!value.empty())
        out.add_setting(key, value, line);
    } else {
      out.add_setting(key, line.text, line);
    }
  }
  return result;
}

Occurrences read_json(std::string_view text) {
  Occurrences result;
  JsonReader(text, result).read();
  return result;
}

}  // namespace pilotage
