// SPDX-License-Identifier: Apache-2.0
#include "inventory/pattern.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <charconv>

#include "base/check.h"

namespace pilotage {
namespace {

constexpr int64_t kMemory = int64_t{64} << 20;  // of the automaton of one kind: enough that it is never built twice
constexpr size_t kLongestPattern = 4000;

RE2::Options options() {
  RE2::Options result(RE2::Quiet);
  result.set_max_mem(kMemory);
  return result;
}

std::optional<double> number_of(std::string_view text) {
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (read.ec != std::errc()) return {};
  return static_cast<double>(value);
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

// One rule's pattern for one kind.
struct Entry {
  size_t rule = 0;
  std::unique_ptr<RE2> pattern;
  std::unique_ptr<RE2> except;  // null where there is none
};

struct KindSet {
  KindSet() : set(options(), RE2::ANCHOR_BOTH) {}
  RE2::Set set;
  std::vector<Entry> entries;
};

// The entries that fit, in the order of the rules. Where the common automaton grows out of its memory, one by one.
std::vector<int> fitting_in(const KindSet& kind, std::string_view text) {
  std::vector<int> fitting;
  RE2::Set::ErrorInfo error{};
  if (kind.set.Match(piece(text), &fitting, &error)) std::sort(fitting.begin(), fitting.end());
  if (error.kind == RE2::Set::kNoError) return fitting;
  fitting.clear();
  for (size_t i = 0; i < kind.entries.size(); ++i) {
    if (RE2::FullMatch(piece(text), *kind.entries[i].pattern)) fitting.push_back(static_cast<int>(i));
  }
  return fitting;
}

bool applies(const TieRule& rule, Language language) {
  return rule.languages.empty() ||
         std::find(rule.languages.begin(), rule.languages.end(), language) != rule.languages.end();
}

Entry entry_of(const RuleBook& book, size_t index, Kind kind, const std::string& pattern) {
  Entry entry;
  entry.rule = index;
  entry.pattern = std::make_unique<RE2>(pattern, options());
  const auto except = book.rules[index].except.find(kind);
  if (except != book.rules[index].except.end()) entry.except = std::make_unique<RE2>(except->second, options());
  return entry;
}

}  // namespace

std::optional<std::string> trouble_of_pattern(const std::string& pattern) {
  if (pattern.size() > kLongestPattern) return "it is too long";
  const RE2 compiled(pattern, options());
  if (!compiled.ok()) return compiled.error();
  return {};
}

struct PatternSet::State {
  const RuleBook* book = nullptr;
  std::vector<KindSet> kinds{static_cast<size_t>(kKinds)};

  void add(size_t index, Kind kind, const std::string& pattern) {
    KindSet& set = kinds[static_cast<size_t>(kind)];
    PILOTAGE_CHECK(set.set.Add(pattern, nullptr) == static_cast<int>(set.entries.size()));
    set.entries.push_back(entry_of(*book, index, kind, pattern));
  }

  // Nothing where the rule does not fit after all.
  std::optional<RuleMatch> decide(const Entry& entry, Language language, std::string_view text) const {
    const TieRule& rule = book->rules[entry.rule];
    if (!applies(rule, language)) return {};
    if (entry.except && RE2::FullMatch(piece(text), *entry.except)) return {};
    RuleMatch match{entry.rule, {}};
    re2::StringPiece captured;
    if (entry.pattern->NumberOfCapturingGroups() > 0 && RE2::FullMatch(piece(text), *entry.pattern, &captured)) {
      match.number = number_of({captured.data(), captured.size()});
    }
    if (rule.above && (!match.number || *match.number <= *rule.above)) return {};
    return match;
  }
};

PatternSet::PatternSet(const RuleBook& book) : state_(std::make_unique<State>()) {
  state_->book = &book;
  for (size_t index = 0; index < book.rules.size(); ++index) {
    for (const auto& [kind, pattern] : book.rules[index].match) state_->add(index, kind, pattern);
  }
  for (KindSet& kind : state_->kinds) {
    if (!kind.entries.empty()) PILOTAGE_CHECK(kind.set.Compile());
  }
}

PatternSet::~PatternSet() = default;

std::optional<RuleMatch> PatternSet::match(Language language, Kind kind, std::string_view text) const {
  const KindSet& set = state_->kinds[static_cast<size_t>(kind)];
  if (set.entries.empty()) return {};
  for (const int index : fitting_in(set, text)) {
    const auto match = state_->decide(set.entries[static_cast<size_t>(index)], language, text);
    if (match) return match;
  }
  return {};
}

}  // namespace pilotage
