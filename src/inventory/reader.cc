// SPDX-License-Identifier: Apache-2.0
#include "inventory/reader.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "inventory/config.h"
#include "inventory/cuda.h"
#include "inventory/notebook.h"
#include "inventory/python.h"
#include "inventory/python_parts.h"
#include "inventory/script.h"

namespace pilotage {
namespace {

constexpr size_t kMostKnown = 50'000;

constexpr Kind kPythonKinds[] = {Kind::kImport,  Kind::kName,      Kind::kMethod, Kind::kAttribute, Kind::kString,
                                 Kind::kKeyword, Kind::kDecorator, Kind::kEnv,    Kind::kCall,      Kind::kConstant};
constexpr Kind kNotebookKinds[] = {Kind::kImport,  Kind::kName,    Kind::kMethod, Kind::kAttribute, Kind::kString,
                                   Kind::kKeyword, Kind::kEnv,     Kind::kCall,   Kind::kConstant,  Kind::kDecorator,
                                   Kind::kCommand, Kind::kPackage, Kind::kSetting};
constexpr Kind kCudaKinds[] = {Kind::kInclude,   Kind::kIdentifier, Kind::kCall,       Kind::kLaunch,
                               Kind::kQualifier, Kind::kConstant,   Kind::kExpression, Kind::kArray,
                               Kind::kAsm,       Kind::kString,     Kind::kEnv};
constexpr Kind kCmakeKinds[] = {Kind::kCall, Kind::kIdentifier, Kind::kEnv, Kind::kSetting};
constexpr Kind kScriptKinds[] = {Kind::kCommand, Kind::kEnv, Kind::kSetting, Kind::kPackage, Kind::kImage};

// What the reader of a language can say.
std::span<const Kind> kinds_of(Language language) {
  switch (language) {
    case Language::kPython: return kPythonKinds;
    case Language::kNotebook: return kNotebookKinds;
    case Language::kCuda: return kCudaKinds;
    case Language::kCmake: return kCmakeKinds;
    default: return kScriptKinds;
  }
}

bool concerns(const TieRule& rule, Language language) {
  const auto kinds = kinds_of(language);
  const bool said = std::any_of(kinds.begin(), kinds.end(), [&](Kind kind) { return rule.match.contains(kind); });
  if (language == Language::kNotebook) language = Language::kPython;
  const auto& named = rule.languages;
  return said && (named.empty() || std::find(named.begin(), named.end(), language) != named.end());
}

Literals needed_by(const RuleBook& book, Language language) {
  std::vector<std::string> texts;
  for (const TieRule& rule : book.rules) {
    if (concerns(rule, language)) texts.insert(texts.end(), rule.needs.begin(), rule.needs.end());
  }
  // Packages stand in Python only where a setup.py lists them, so their names need not be looked for everywhere.
  if (language == Language::kPython) texts.insert(texts.end(), {"_require", "requirements", "dependencies"});
  return Literals(texts);
}

auto place_of(const Finding& finding) { return std::tie(finding.line, finding.column, finding.rule); }

void sort_and_join(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return place_of(a) < place_of(b); });
  const auto same = [](const Finding& a, const Finding& b) { return place_of(a) == place_of(b); };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
}

int64_t length_of(std::span<const ByteRange> ranges) {
  return std::accumulate(ranges.begin(), ranges.end(), int64_t{0},
                         [](int64_t sum, ByteRange one) { return sum + one.end - one.start; });
}

Occurrences read_notebook(PythonParser& parser, std::string_view text) {
  NotebookCode code = code_of_notebook(text);
  const ByteRange whole{0, static_cast<uint32_t>(code.text.size())};
  Occurrences result = read_python(parser, code.text, std::span(&whole, 1));
  move_to_notebook(code, result);
  std::move(code.commands.begin(), code.commands.end(), std::back_inserter(result));
  return result;
}

// Documentation counts for what it tells people to do, not for what it mentions.
bool may_match(Language language, Kind kind) {
  if (language != Language::kMarkdown) return true;
  return kind == Kind::kPackage || kind == Kind::kCommand || kind == Kind::kEnv || kind == Kind::kImage;
}

}  // namespace

Rules::Rules(RuleBook book) : book_(std::move(book)), patterns_(book_) {
  for (int i = 0; i < kLanguages; ++i) needed_.push_back(pilotage::needed_by(book_, static_cast<Language>(i)));
}

Occurrences FileReader::occurrences_of(Language language, std::string_view text, std::span<const uint32_t> hits,
                                       int64_t& parsed) {
  parsed = static_cast<int64_t>(text.size());
  switch (language) {
    case Language::kPython: {
      const auto parts = parts_to_parse(text, hits);
      parsed = length_of(parts);
      return read_python(python_, text, parts);
    }
    case Language::kNotebook: return read_notebook(python_, text);
    case Language::kCuda: return read_cuda(text);
    case Language::kShell: return read_shell(text);
    case Language::kDocker: return read_docker(text);
    case Language::kCmake: return read_cmake(text);
    case Language::kMake: return read_make(text);
    case Language::kRequirements: return read_requirements(text);
    case Language::kToml: return read_toml(text);
    case Language::kYaml: return read_yaml(text);
    case Language::kJson: return read_json(text);
    case Language::kIni: return read_ini(text);
    case Language::kMarkdown: return read_markdown(text);
  }
  return {};
}

std::optional<RuleMatch> FileReader::match(Language language, const Occurrence& one) {
  if (language == Language::kNotebook) language = Language::kPython;
  std::string key{static_cast<char>(language), static_cast<char>(one.kind)};
  key += one.text;
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  const auto found = rules_.patterns().match(language, one.kind, one.text);
  if (known_.size() >= kMostKnown) known_.clear();
  known_.emplace(std::move(key), found);
  return found;
}

ReadText FileReader::read(Language language, std::string_view text) {
  ReadText result;
  const auto hits = rules_.needed_by(language).ends_in(text);
  if (hits.empty()) return result;
  for (Occurrence& one : occurrences_of(language, text, hits, result.parsed_bytes)) {
    const auto found = may_match(language, one.kind) ? match(language, one) : std::nullopt;
    if (found)
      result.findings.push_back({found->rule, one.kind, one.line, one.column, std::move(one.text), found->number});
  }
  sort_and_join(result.findings);
  return result;
}

}  // namespace pilotage
