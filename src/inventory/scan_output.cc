// SPDX-License-Identifier: Apache-2.0
#include "inventory/scan_output.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace pilotage {
namespace {

Json to_json(const PlaceTally& tally) {
  return Json::object().set("findings", tally.findings).set("places", tally.places).set("files", tally.files);
}

Json to_json(const PortVerdict& verdict) {
  Json object = Json::object();
  object.set("class", word(verdict.port_class)).set("why", verdict.why).set("do", verdict.action);
  object.set("source", verdict.source.text).set("date", verdict.source.date);
  return object.set("confidence", verdict.source.confidence);
}

Json to_json(const ScanCounts& counts) {
  Json object = Json::object();
  object.set("files", counts.files).set("bytes", counts.bytes).set("parsed_bytes", counts.parsed_bytes);
  object.set("cached_files", counts.cached_files).set("other_files", counts.other_files);
  object.set("binary_files", counts.binary_files).set("large_files", counts.large_files);
  object.set("unreadable", counts.unreadable).set("ignored", counts.ignored);
  return object.set("links", counts.links);
}

Json tallies_to_json(const std::map<std::string, PlaceTally, std::less<>>& tallies) {
  Json object = Json::object();
  for (const auto& [name, tally] : tallies) object.set(name, to_json(tally));
  return object;
}

Json to_json(const TargetSummary& target) {
  Json classes = Json::object();
  for (size_t i = 0; i < target.classes.size(); ++i)
    classes.set(std::string(word(static_cast<PortClass>(i))), to_json(target.classes[i]));
  Json object = Json::object();
  object.set("class", target.tree ? Json(word(*target.tree)) : Json());
  return object.set("classes", std::move(classes));
}

Json classes_of(const Finding& finding, const RuleBook& book) {
  Json classes = Json::object();
  for (const Target& target : book.targets) {
    classes.set(target.name, word(verdict_for(book.rules[finding.rule], target, finding.number).port_class));
  }
  return classes;
}

Json to_json(const Finding& finding, const RuleBook& book) {
  Json object = Json::object();
  object.set("rule", book.rules[finding.rule].id).set("line", finding.line).set("column", finding.column);
  return object.set("text", finding.text).set("classes", classes_of(finding, book));
}

Json to_json(const ScannedFile& file, const RuleBook& book) {
  Json findings = Json::array();
  for (const Finding& finding : file.findings) findings.push(to_json(finding, book));
  Json object = Json::object();
  object.set("path", file.path).set("language", word(file.language)).set("bytes", file.bytes);
  return object.set("findings", std::move(findings));
}

// The rules that found anything, in the order of the book.
std::set<size_t> rules_in(const ScanResult& result) {
  std::set<size_t> rules;
  for (const ScannedFile& file : result.files) {
    for (const Finding& finding : file.findings) rules.insert(finding.rule);
  }
  return rules;
}

Json rule_to_json(const TieRule& rule, const RuleBook& book) {
  Json targets = Json::object();
  for (const Target& target : book.targets) targets.set(target.name, to_json(verdict_for(rule, target, std::nullopt)));
  Json object = Json::object();
  object.set("id", rule.id).set("group", rule.group).set("verdict", to_json(rule.verdict));
  return object.set("targets", std::move(targets));
}

PortClass hardest(const Finding& finding, const RuleBook& book) {
  const TieRule& rule = book.rules[finding.rule];
  if (book.targets.empty()) return rule.verdict.port_class;
  PortClass result = PortClass::kDeviceChange;
  for (const Target& target : book.targets)
    result = std::max(result, verdict_for(rule, target, finding.number).port_class);
  return result;
}

std::string_view level_of(PortClass port_class) {
  switch (port_class) {
    case PortClass::kDevelopment: return "error";
    case PortClass::kUnknown:
    case PortClass::kAdaptation: return "warning";
    case PortClass::kDeviceChange: return "note";
  }
  return "none";
}

Json message(std::string_view text) { return Json::object().set("text", text); }

// RFC 3986: what may not stand in a path is written as %XX.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string result;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || kPlain.find(c) != std::string_view::npos)
      result += c;
    else
      (result += '%') += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return result;
}

Json sarif_rule(const TieRule& rule) {
  Json object = Json::object();
  object.set("id", rule.id).set("shortDescription", message(rule.verdict.why));
  object.set("help", message(rule.verdict.action + " (source: " + rule.verdict.source.text + ", " +
                             rule.verdict.source.date + ")"));
  return object.set("properties", Json::object().set("tags", Json::array().push(rule.group)));
}

Json sarif_result(const ScannedFile& file, const Finding& finding, int64_t rule_index, const RuleBook& book) {
  const TieRule& rule = book.rules[finding.rule];
  std::string text = rule.verdict.why;
  for (const Target& target : book.targets) {
    text += "; " + target.name + ": " + std::string(word(verdict_for(rule, target, finding.number).port_class));
  }
  Json region = Json::object().set("startLine", finding.line).set("startColumn", finding.column);
  Json place =
      Json::object().set("artifactLocation", Json::object().set("uri", uri_of(file.path)).set("uriBaseId", "ROOT"));
  place.set("region", std::move(region));
  Json object = Json::object();
  object.set("ruleId", rule.id).set("ruleIndex", rule_index).set("level", level_of(hardest(finding, book)));
  object.set("message", message(text));
  object.set("locations", Json::array().push(Json::object().set("physicalLocation", std::move(place))));
  return object.set("properties", Json::object().set("text", finding.text).set("classes", classes_of(finding, book)));
}

}  // namespace

Json scan_to_json(const ScanResult& result, const RuleBook& book) {
  const ScanSummary summary = summarise(result, book);
  Json targets = Json::object();
  for (const TargetSummary& target : summary.targets) targets.set(target.target, to_json(target));
  Json files = Json::array();
  Json documentation = Json::array();
  for (const ScannedFile& file : result.files)
    (file.is_documentation() ? documentation : files).push(to_json(file, book));
  Json rules = Json::array();
  for (const size_t index : rules_in(result)) rules.push(rule_to_json(book.rules[index], book));
  Json object = Json::object();
  object.set("root", result.root.string()).set("rules_digest", book.digest).set("counts", to_json(result.counts));
  object.set("code", to_json(summary.code))
      .set("targets", std::move(targets))
      .set("groups", tallies_to_json(summary.groups));
  object.set("by_rule", tallies_to_json(summary.rules)).set("files", std::move(files));
  object.set("documentation", std::move(documentation));
  return object.set("rules", std::move(rules));
}

Json scan_to_sarif(const ScanResult& result, const RuleBook& book, std::string_view version) {
  std::map<size_t, int64_t> index_of;
  Json rules = Json::array();
  for (const size_t index : rules_in(result)) {
    index_of.emplace(index, static_cast<int64_t>(index_of.size()));
    rules.push(sarif_rule(book.rules[index]));
  }
  Json results = Json::array();
  for (const ScannedFile& file : result.files) {
    for (const Finding& finding : file.findings)
      results.push(sarif_result(file, finding, index_of.at(finding.rule), book));
  }
  Json driver = Json::object().set("name", "pilotage scan").set("version", version).set("rules", std::move(rules));
  Json root = Json::object().set("uri", "file://" + uri_of(result.root.string() + "/"));
  Json run = Json::object().set("tool", Json::object().set("driver", std::move(driver)));
  run.set("originalUriBaseIds", Json::object().set("ROOT", std::move(root)));
  run.set("columnKind", "utf16CodeUnits").set("results", std::move(results));
  Json log = Json::object().set("$schema", "https://json.schemastore.org/sarif-2.1.0.json").set("version", "2.1.0");
  return log.set("runs", Json::array().push(std::move(run)));
}

}  // namespace pilotage
