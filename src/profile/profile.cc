// SPDX-License-Identifier: Apache-2.0
#include "profile/profile.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/file.h"
#include "base/mistakes.h"
#include "base/text.h"
#include "base/toml.h"
#include "profile/columns.h"
#include "profile/reader.h"

namespace pilotage {
namespace {

constexpr const char* kHint = "docs/profile-format.md explains every key; every row needs source, date and confidence";
constexpr std::string_view kRulesFile = "rules.toml";  // of the source scan, which reads it itself

bool is_there(const std::filesystem::path& file) {
  std::error_code code;
  return std::filesystem::exists(file, code);
}

// Collects over all files of one profile, so that a writer meets all mistakes at once.
class Loading {
 public:
  explicit Loading(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void read(std::string_view name, std::string_view text) {
    files_.emplace_back(name);
    auto document = parse_toml_of(folder_ / name, text, kHint);
    if (!document.ok())
      errors_[std::string(name)] = document.error().message();
    else
      read_rows(*document, name, profile_, mistakes_[std::string(name)]);
  }

  void complain(const std::string& file, int64_t line, std::string text) {
    mistakes_[file].add({.line = line, .column = 1}, std::move(text));
  }

  // Row by row faults are enough to mend first: what all rows together show counts only where each by itself is right.
  Result<Profile> finish() {
    if (is_clean()) {
      for (auto& mistake : check_rows(profile_)) complain(mistake.file, mistake.line, std::move(mistake.text));
    }
    if (is_clean()) return std::move(profile_);
    std::vector<std::string> lines;
    for (const auto& file : files_) {
      if (errors_.contains(file)) lines.push_back(errors_[file]);
      if (!mistakes_[file].empty()) lines.push_back(mistakes_[file].to_error(folder_ / file, "").message());
    }
    return usage_error(join(lines, "\n"), kHint);
  }

 private:
  bool is_clean() const {
    return errors_.empty() && std::ranges::all_of(mistakes_, [](const auto& one) { return one.second.empty(); });
  }

  std::filesystem::path folder_;
  Profile profile_;
  std::vector<std::string> files_;  // in the order of reading
  std::map<std::string, std::string> errors_;
  std::map<std::string, Mistakes> mistakes_;
};

// A file that nobody reads would be believed to count.
Status refuse_unknown_files(const std::filesystem::path& folder) {
  auto known = profile_files();
  known.push_back(kRulesFile);
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder, code)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".toml") || std::ranges::find(known, name) != known.end()) continue;
    return usage_error(
        fmt::format("{}: no file of a profile has this name{}", entry.path().string(), suggestion(name, known)), kHint);
  }
  return Done{};
}

Status check_name(const Profile& profile, const std::filesystem::path& folder) {
  const std::string expected = std::filesystem::absolute(folder).lexically_normal().filename().string();
  if (profile.name == expected) return Done{};
  return usage_error(fmt::format("{}: the profile is named \"{}\" but lies in the folder \"{}\"",
                                 (folder / kProfileFile).string(), profile.name, expected));
}

}  // namespace

std::vector<const Fact*> Profile::facts_of(std::string_view key) const {
  std::vector<const Fact*> found;
  for (const auto& fact : facts) {
    if (fact.key == key) found.push_back(&fact);
  }
  return found;
}

Result<Profile> parse_profile(std::string_view text, const std::filesystem::path& file) {
  Loading loading(file.parent_path());
  loading.read(file.filename().string(), text);
  return loading.finish();
}

Result<Profile> load_profile(const std::filesystem::path& folder) {
  Loading loading(folder);
  auto first = read_file(folder / kProfileFile, kMaxProfileBytes);
  if (!first.ok()) {
    return usage_error("no such profile: " + first.error().message(),
                       "`pilotage profile list` names the profiles there are");
  }
  loading.read(kProfileFile, *first);
  for (const auto name : profile_files()) {
    if (name == kProfileFile || !is_there(folder / name)) continue;
    const std::string text = TRY(read_file(folder / name, kMaxProfileBytes));
    loading.read(name, text);
  }
  TRY(refuse_unknown_files(folder));
  Profile profile = TRY(loading.finish());
  TRY(check_name(profile, folder));
  return profile;
}

Result<std::vector<std::string>> profile_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder, code)) {
    if (is_there(entry.path() / kProfileFile)) names.push_back(entry.path().filename().string());
  }
  if (code) return environment_error(fmt::format("cannot read \"{}\": {}", folder.string(), code.message()));
  std::ranges::sort(names);
  return names;
}

}  // namespace pilotage
