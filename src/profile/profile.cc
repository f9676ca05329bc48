// SPDX-License-Identifier: Apache-2.0
#include "profile/profile.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/mistakes.h"
#include "base/toml.h"

namespace pilotage {
namespace {

constexpr size_t kMaxProfileBytes = size_t{4} << 20;
constexpr std::string_view kConfidences[] = {"official", "snapshot", "reported", "probed"};
constexpr std::string_view kVerified[] = {"verified on hardware", "not verified on hardware"};
constexpr std::string_view kProfileKeys[] = {"name", "vendor", "verified", "fact"};
constexpr std::string_view kFactKeys[] = {"key", "value", "when", "source", "date", "confidence", "note"};

bool is_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
}

// The form alone: YYYY-MM-DD with a month and a day that can be.
bool is_date(std::string_view text) {
  if (text.size() != 10) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  }
  const auto month = text.substr(5, 2);
  const auto day = text.substr(8, 2);
  return month >= "01" && month <= "12" && day >= "01" && day <= "31";
}

class ProfileReader {
 public:
  explicit ProfileReader(Mistakes& mistakes) : mistakes_(mistakes) {}

  Profile read(const TomlNode& document) {
    Profile profile;
    refuse_unknown(document, kProfileKeys);
    profile.name = text(document, "name");
    profile.vendor = text(document, "vendor");
    profile.verified = word_at(document, "verified", kVerified) == 0;
    const TomlNode* facts = document.find("fact");
    const auto* list = facts != nullptr ? facts->array_if() : nullptr;
    if (facts != nullptr && list == nullptr) mistakes_.add(facts->place, "facts are written [[fact]]");
    if (list == nullptr) return profile;
    for (const auto& one : *list) profile.facts.push_back(fact(one));
    return profile;
  }

 private:
  void refuse_unknown(const TomlNode& node, std::span<const std::string_view> known) {
    const auto* table = node.table_if();
    if (table == nullptr) return mistakes_.add(node.place, "must be a table");
    for (const auto& member : *table) {
      if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
      mistakes_.add(member.place, "unknown key " + shown(member.key) + suggestion(member.key, known));
    }
  }

  // "" where it is missing, empty or no text, which is said.
  std::string text(const TomlNode& node, std::string_view key) {
    const TomlNode* member = node.find(key);
    const auto* value = member != nullptr ? member->string_if() : nullptr;
    if (value != nullptr && !value->empty()) return *value;
    mistakes_.add(member != nullptr ? member->place : node.place, fmt::format("needs the text \"{}\"", key));
    return "";
  }

  // The place of a word among those known; -1 where it is none of them.
  int word_at(const TomlNode& node, std::string_view key, std::span<const std::string_view> known) {
    const std::string value = text(node, key);
    const auto found = std::find(known.begin(), known.end(), value);
    if (found != known.end()) return static_cast<int>(found - known.begin());
    if (!value.empty()) {
      mistakes_.add(node.find(key)->place,
                    fmt::format("\"{}\" cannot be {}{}", key, shown(value), suggestion(value, known)));
    }
    return -1;
  }

  Fact fact(const TomlNode& node) {
    Fact fact;
    refuse_unknown(node, kFactKeys);
    fact.key = text(node, "key");
    if (!fact.key.empty() && !is_key(fact.key)) {
      mistakes_.add(node.find("key")->place, "\"key\" must be of a-z, 0-9, `_` and `.`, this is " + shown(fact.key));
    }
    fact.value = quantity(node);
    fact.source = text(node, "source");
    fact.date = text(node, "date");
    if (!fact.date.empty() && !is_date(fact.date)) {
      mistakes_.add(node.find("date")->place, "\"date\" must be YYYY-MM-DD, this is " + shown(fact.date));
    }
    const int confidence = word_at(node, "confidence", kConfidences);
    if (confidence >= 0) fact.confidence = static_cast<Confidence>(confidence);
    if (node.find("when") != nullptr) fact.when = features(*node.find("when"));
    if (node.find("note") != nullptr) fact.note = text(node, "note");
    return fact;
  }

  Quantity quantity(const TomlNode& node) {
    const std::string value = text(node, "value");
    if (value.empty()) return {};
    auto parsed = parse_quantity(value);
    if (parsed.ok()) return *parsed;
    mistakes_.add(node.find("value")->place, "\"value\" is not a number with a unit: " + parsed.error().message());
    return {};
  }

  std::vector<std::string> features(const TomlNode& node) {
    std::vector<std::string> names;
    const auto* list = node.array_if();
    if (list == nullptr) mistakes_.add(node.place, "\"when\" must be a list of features");
    for (const auto& one : list != nullptr ? *list : TomlNode::Array()) {
      if (const auto* name = one.string_if())
        names.push_back(*name);
      else
        mistakes_.add(one.place, "\"when\" must be a list of features");
    }
    return names;
  }

  Mistakes& mistakes_;
};

}  // namespace

std::vector<const Fact*> Profile::facts_of(std::string_view key) const {
  std::vector<const Fact*> found;
  for (const auto& fact : facts) {
    if (fact.key == key) found.push_back(&fact);
  }
  return found;
}

Result<Profile> parse_profile(std::string_view text, const std::filesystem::path& file) {
  constexpr const char* kHint = "every fact of a profile needs key, value, source, date and confidence";
  const TomlNode document = TRY(parse_toml_of(file, text, kHint));
  Mistakes mistakes;
  Profile profile = ProfileReader(mistakes).read(document);
  if (!mistakes.empty()) return mistakes.to_error(file, kHint);
  return profile;
}

Result<Profile> load_profile(const std::filesystem::path& folder) {
  const auto file = folder / "profile.toml";
  auto text = read_file(file, kMaxProfileBytes);
  if (!text.ok())
    return usage_error("no such profile: " + text.error().message(),
                       "a platform's `profile` names a folder under profiles/");
  Profile profile = TRY(parse_profile(*text, file));
  const std::string expected = std::filesystem::absolute(folder).lexically_normal().filename().string();
  if (profile.name != expected) {
    return usage_error(fmt::format("{}: the profile is named \"{}\" but lies in the folder \"{}\"", file.string(),
                                   profile.name, expected));
  }
  return profile;
}

std::string_view word(Confidence confidence) { return kConfidences[static_cast<size_t>(confidence)]; }

}  // namespace pilotage
