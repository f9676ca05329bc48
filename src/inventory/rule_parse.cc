// SPDX-License-Identifier: Apache-2.0
// A rule file walked along two tables of keys, one for rules and one for judgements: an unknown key is a mistake, a
// statement without source, date and confidence is one too.
#include <fmt/core.h>

#include <algorithm>

#include "base/mistakes.h"
#include "inventory/pattern.h"
#include "inventory/rule.h"

namespace pilotage {
namespace {

constexpr const char* kHint = "docs/scan.md describes rule files";
constexpr std::string_view kGroups[] = {"device",    "own kernel", "inside kernel", "dependency",
                                        "format",    "collective", "checkpoint",    "data",
                                        "profiling", "deployment", "build"};
constexpr std::string_view kConfidences[] = {"official", "snapshot", "reported", "probed"};

bool is_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
}

bool is_id(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
  });
}

class Reader;

// How one key is read: into a rule, into a judgement, or into the verdict that both have.
template <typename Into>
struct Key {
  std::string_view name;
  bool required;
  void (*read)(Reader& reader, Into& into, const TomlNode::Member& member);
};

class Reader {
 public:
  explicit Reader(Mistakes& mistakes) : mistakes_(mistakes) {}

  void mistake(TomlPlace place, std::string text) { mistakes_.add(place, std::move(text)); }

  void text(std::string& into, const TomlNode::Member& member) {
    const std::string* value = member.node.string_if();
    if (value == nullptr || value->empty())
      return mistake(member.node.place, fmt::format("\"{}\" must be a text", member.key));
    into = *value;
  }

  void texts(std::vector<std::string>& into, const TomlNode::Member& member) {
    const auto* array = member.node.array_if();
    if (array == nullptr || array->empty())
      return mistake(member.node.place, fmt::format("\"{}\" must be a list of texts", member.key));
    for (const TomlNode& one : *array) {
      const std::string* value = one.string_if();
      if (value == nullptr || value->empty())
        return mistake(one.place, fmt::format("\"{}\" must hold texts alone", member.key));
      into.push_back(*value);
    }
  }

  void one_of(std::string& into, const TomlNode::Member& member, std::span<const std::string_view> words) {
    text(into, member);
    const bool known = std::find(words.begin(), words.end(), into) != words.end();
    if (!into.empty() && !known)
      mistake(member.node.place,
              fmt::format("\"{}\" cannot be {}{}", member.key, shown(into), suggestion(into, words)));
  }

  void number(std::optional<double>& into, const TomlNode::Member& member) {
    if (const int64_t* whole = member.node.integer_if())
      into = static_cast<double>(*whole);
    else
      mistake(member.node.place, fmt::format("\"{}\" must be a whole number", member.key));
  }

  void port_class(PortClass& into, const TomlNode::Member& member) {
    static constexpr std::string_view kWords[] = {"device change", "adaptation", "unknown", "development"};
    std::string value;
    one_of(value, member, kWords);
    const auto found = std::find(std::begin(kWords), std::end(kWords), value);
    if (found != std::end(kWords)) into = static_cast<PortClass>(found - std::begin(kWords));
  }

  // `match.name = 'torch\.cuda\..*'`
  void patterns(std::map<Kind, std::string>& into, const TomlNode::Member& member) {
    const auto* table = member.node.table_if();
    if (table == nullptr)
      return mistake(member.node.place, fmt::format("\"{}\" must be a table of kinds and patterns", member.key));
    for (const auto& one : *table) pattern(into, one);
  }

  void languages(std::vector<Language>& into, const TomlNode::Member& member) {
    std::vector<std::string> words;
    texts(words, member);
    for (const auto& one : words) {
      const auto language = language_named(one);
      if (language)
        into.push_back(*language);
      else
        mistake(member.node.place, "there is no language " + shown(one));
    }
  }

  // `bad = [{ python = 'x.cuda()' }]`
  void examples(std::vector<Example>& into, const TomlNode::Member& member) {
    const auto* array = member.node.array_if();
    if (array == nullptr || array->empty())
      return mistake(member.node.place, fmt::format("\"{}\" must be a list of examples", member.key));
    for (const TomlNode& one : *array) example(into, one);
  }

  template <typename Into, size_t N>
  void table(Into& into, const TomlNode& node, const Key<Into> (&keys)[N]) {
    const auto* members = node.table_if();
    if (members == nullptr) return mistake(node.place, "this must be a table");
    for (const auto& member : *members) {
      const auto key =
          std::find_if(std::begin(keys), std::end(keys), [&](const auto& one) { return one.name == member.key; });
      if (key != std::end(keys))
        key->read(*this, into, member);
      else
        unknown(member, keys);
    }
    for (const auto& key : keys) {
      if (key.required && node.find(key.name) == nullptr)
        mistake(node.place, fmt::format("\"{}\" is missing", key.name));
    }
  }

 private:
  template <typename Into, size_t N>
  void unknown(const TomlNode::Member& member, const Key<Into> (&keys)[N]) {
    std::vector<std::string_view> names;
    for (const auto& key : keys) names.push_back(key.name);
    mistake(member.place, "unknown key " + shown(member.key) + suggestion(member.key, names));
  }

  void pattern(std::map<Kind, std::string>& into, const TomlNode::Member& one) {
    const auto kind = occurrence_kind_named(one.key);
    if (!kind) return mistake(one.place, "there is no kind " + shown(one.key));
    std::string value;
    text(value, one);
    if (const auto trouble = trouble_of_pattern(value))
      return mistake(one.node.place, fmt::format("{} is no pattern: {}", shown(value), *trouble));
    into[*kind] = std::move(value);
  }

  void example(std::vector<Example>& into, const TomlNode& node) {
    const auto* table = node.table_if();
    if (table == nullptr || table->size() != 1)
      return mistake(node.place, "an example is written { LANGUAGE = 'code' }");
    const auto language = language_named(table->front().key);
    if (!language) return mistake(node.place, "there is no language " + shown(table->front().key));
    Example example{*language, ""};
    text(example.code, table->front());
    into.push_back(std::move(example));
  }

  Mistakes& mistakes_;
};

#define PILOTAGE_READ(call) [](Reader& r, auto& into, const TomlNode::Member& m) { r.call; }

// A macro because a row is read as a row: only the reader and the member differ from one to the next.
constexpr Key<TieRule> kRuleKeys[] = {
    {"id", true, PILOTAGE_READ(text(into.id, m))},
    {"group", true, PILOTAGE_READ(one_of(into.group, m, kGroups))},
    {"class", true, PILOTAGE_READ(port_class(into.verdict.port_class, m))},
    {"needs", true, PILOTAGE_READ(texts(into.needs, m))},
    {"languages", false, PILOTAGE_READ(languages(into.languages, m))},
    {"match", true, PILOTAGE_READ(patterns(into.match, m))},
    {"except", false, PILOTAGE_READ(patterns(into.except, m))},
    {"above", false, PILOTAGE_READ(number(into.above, m))},
    {"why", true, PILOTAGE_READ(text(into.verdict.why, m))},
    {"do", true, PILOTAGE_READ(text(into.verdict.action, m))},
    {"source", true, PILOTAGE_READ(text(into.verdict.source.text, m))},
    {"date", true, PILOTAGE_READ(text(into.verdict.source.date, m))},
    {"confidence", true, PILOTAGE_READ(one_of(into.verdict.source.confidence, m, kConfidences))},
    {"bad", true, PILOTAGE_READ(examples(into.bad, m))},
    {"good", true, PILOTAGE_READ(examples(into.good, m))},
};

constexpr Key<PortJudgement> kJudgementKeys[] = {
    {"rules", false, PILOTAGE_READ(texts(into.rules, m))},
    {"groups", false, PILOTAGE_READ(texts(into.groups, m))},
    {"above", false, PILOTAGE_READ(number(into.above, m))},
    {"class", true, PILOTAGE_READ(port_class(into.verdict.port_class, m))},
    {"why", true, PILOTAGE_READ(text(into.verdict.why, m))},
    {"do", true, PILOTAGE_READ(text(into.verdict.action, m))},
    {"source", true, PILOTAGE_READ(text(into.verdict.source.text, m))},
    {"date", true, PILOTAGE_READ(text(into.verdict.source.date, m))},
    {"confidence", true, PILOTAGE_READ(one_of(into.verdict.source.confidence, m, kConfidences))},
};
#undef PILOTAGE_READ

void check_date(const PortVerdict& verdict, TomlPlace place, Mistakes& mistakes) {
  if (!verdict.source.date.empty() && !is_date(verdict.source.date)) mistakes.add(place, "the date must be YYYY-MM-DD");
}

void read_rule(const TomlNode& node, RuleFile& file, Mistakes& mistakes) {
  TieRule rule;
  Reader(mistakes).table(rule, node, kRuleKeys);
  if (!is_id(rule.id)) mistakes.add(node.place, "an id is of a-z, 0-9, `.`, `-` and `_`");
  check_date(rule.verdict, node.place, mistakes);
  file.rules.push_back(std::move(rule));
}

void read_judgement(const TomlNode& node, RuleFile& file, Mistakes& mistakes) {
  PortJudgement judgement;
  Reader(mistakes).table(judgement, node, kJudgementKeys);
  if (judgement.rules.empty() == judgement.groups.empty())
    mistakes.add(node.place, "a judgement names either rules or groups");
  for (const auto& group : judgement.groups) {
    const bool known = std::find(std::begin(kGroups), std::end(kGroups), group) != std::end(kGroups);
    if (!known) mistakes.add(node.place, "there is no group " + shown(group) + suggestion(group, kGroups));
  }
  check_date(judgement.verdict, node.place, mistakes);
  file.judgements.push_back(std::move(judgement));
}

void read_list(const TomlNode::Member& member, RuleFile& file, Mistakes& mistakes) {
  const auto* list = member.node.array_if();
  if (list == nullptr) return mistakes.add(member.place, "this is written as [[" + member.key + "]]");
  for (const TomlNode& one : *list) {
    if (mistakes.full()) return;
    if (member.key == "rule")
      read_rule(one, file, mistakes);
    else
      read_judgement(one, file, mistakes);
  }
}

}  // namespace

std::span<const std::string_view> rule_groups() { return kGroups; }

Result<RuleFile> parse_rules(std::string_view text, const std::filesystem::path& path) {
  const TomlNode document = TRY(parse_toml_of(path, text, kHint));
  RuleFile file;
  Mistakes mistakes;
  for (const auto& member : *document.table_if()) {
    if (member.key == "rule" || member.key == "judge")
      read_list(member, file, mistakes);
    else
      mistakes.add(member.place, "unknown section " + shown(member.key) + "; a rule file has [[rule]] and [[judge]]");
  }
  if (!mistakes.empty()) return mistakes.to_error(path, kHint);
  return file;
}

}  // namespace pilotage
