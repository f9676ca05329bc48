// SPDX-License-Identifier: Apache-2.0
// `pilotage scan PATH`: what in a source tree ties it to one kind of accelerator, and what that costs on the way to
// others.
#include "inventory/scan.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/file.h"
#include "cli/verb.h"
#include "inventory/scan_output.h"
#include "inventory/summary.h"
#include "stage/case.h"

namespace pilotage {
namespace {

constexpr std::string_view kCommon = "nvidia-cuda";  // the profile whose rules say what ties code to CUDA
constexpr size_t kShownFiles = 20;

struct ScanVerbOptions {
  std::filesystem::path path;
  std::vector<std::string> targets;
  std::filesystem::path sarif;
  bool all = false;
  bool no_cache = false;
  int threads = 0;
};

Result<RuleText> read_rules(const std::filesystem::path& profiles, const std::string& profile) {
  const auto file = profiles / profile / "rules.toml";
  std::error_code code;
  if (!std::filesystem::exists(file, code)) {
    return usage_error("the profile \"" + profile + "\" has no rules: there is no " + file.string(),
                       "--target names a folder under profiles/ that holds a rules.toml");
  }
  return RuleText{profile, file, TRY(read_file(file))};
}

// Every profile with rules but the one that moves start from.
std::vector<std::string> all_targets(const std::filesystem::path& profiles) {
  std::vector<std::string> names;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(profiles, code)) {
    const std::string name = entry.path().filename().string();
    if (name != kCommon && std::filesystem::exists(entry.path() / "rules.toml", code)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<RuleBook> load_book(const ScanVerbOptions& options, const std::filesystem::path& profiles) {
  const RuleText common = TRY(read_rules(profiles, std::string(kCommon)));
  std::vector<RuleText> targets;
  for (const std::string& name : options.targets.empty() ? all_targets(profiles) : options.targets) {
    targets.push_back(TRY(read_rules(profiles, name)));
  }
  return make_rule_book(common, targets);
}

// $XDG_CACHE_HOME/pilotage, or ~/.cache/pilotage; nothing where neither is set.
std::optional<std::filesystem::path> cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::filesystem::path(cache) / "pilotage";
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::filesystem::path(home) / ".cache/pilotage";
  return {};
}

std::string class_of(const TargetSummary& target) {
  return target.tree ? std::string(word(*target.tree)) : std::string("nothing ties it");
}

void say_counts(const ScanCounts& counts, Terminal& terminal) {
  const double share =
      counts.bytes == 0 ? 0 : 100.0 * static_cast<double>(counts.parsed_bytes) / static_cast<double>(counts.bytes);
  terminal.say(fmt::format("{} files, {:.1f} MB, {:.0f} % of it parsed; {} files taken from the last scan.",
                           counts.files, static_cast<double>(counts.bytes) / 1e6, share, counts.cached_files));
  terminal.say(fmt::format(
      "Not read: {} in no language that is read, {} binary, {} too large, {} unreadable, {} ignored, {} links.",
      counts.other_files, counts.binary_files, counts.large_files, counts.unreadable, counts.ignored, counts.links));
}

void say_targets(const ScanSummary& summary, Terminal& terminal) {
  for (const TargetSummary& target : summary.targets) {
    terminal.say(fmt::format("\nTo {}: {}", target.target, class_of(target)));
    for (size_t i = target.classes.size(); i-- > 0;) {
      const PlaceTally& tally = target.classes[i];
      if (tally.findings == 0) continue;
      terminal.say(fmt::format("  {:<14}{:>7} places in {:>5} files", word(static_cast<PortClass>(i)), tally.places,
                               tally.files));
    }
  }
}

void say_groups(const ScanSummary& summary, Terminal& terminal) {
  if (!summary.groups.empty()) terminal.say("\nPlaces to change, by group:");
  for (const auto group : rule_groups()) {
    const auto found = summary.groups.find(group);
    if (found == summary.groups.end()) continue;
    terminal.say(fmt::format("  {:<14}{:>7} places in {:>5} files", group, found->second.places, found->second.files));
  }
  if (summary.documentation.places > 0) {
    terminal.say(fmt::format("Documentation that tells people to use such things, apart: {} places in {} files.",
                             summary.documentation.places, summary.documentation.files));
  }
}

// `file:line:column  rule  text  [class for each target]`
void say_findings(const ScannedFile& file, const RuleBook& book, Terminal& terminal) {
  for (const Finding& finding : file.findings) {
    const TieRule& rule = book.rules[finding.rule];
    std::string classes;
    for (const Target& target : book.targets) {
      classes += (classes.empty() ? "" : ", ") + target.name + ": " +
                 std::string(word(verdict_for(rule, target, finding.number).port_class));
    }
    terminal.say(fmt::format("{}:{}:{}: {}  {}  [{}]", file.path, finding.line, finding.column, rule.id,
                             json_quote(finding.text), classes));
  }
}

void say_files(const ScanResult& result, Terminal& terminal) {
  std::vector<const ScannedFile*> files;
  for (const ScannedFile& file : result.files) files.push_back(&file);
  std::stable_sort(files.begin(), files.end(), [](auto a, auto b) { return a->findings.size() > b->findings.size(); });
  if (!files.empty()) terminal.say("\nFiles with the most findings:");
  for (size_t i = 0; i < files.size() && i < kShownFiles; ++i) {
    terminal.say(fmt::format("  {:>6}  {}{}", files[i]->findings.size(), files[i]->path,
                             files[i]->is_documentation() ? "  (documentation)" : ""));
  }
  if (!files.empty()) terminal.say("Every place with its rule: --all; why and what to do: --json.");
}

void tell(const ScanResult& result, const RuleBook& book, bool all, Terminal& terminal) {
  if (!terminal.for_people()) return;
  const ScanSummary summary = summarise(result, book);
  if (all) {
    for (const ScannedFile& file : result.files) say_findings(file, book, terminal);
  }
  say_counts(result.counts, terminal);
  say_targets(summary, terminal);
  say_groups(summary, terminal);
  if (!all) say_files(result, terminal);
}

Result<int> scan_verb(const ScanVerbOptions& options, Terminal& terminal) {
  const Home home = TRY(find_home());
  const Rules rules(TRY(load_book(options, home.folder / "profiles")));
  ScanOptions how;
  how.threads = options.threads;
  if (!options.no_cache) how.cache = cache_folder();
  how.progress = [&](int64_t done, int64_t total) { terminal.progress("scan", done, total, "files"); };
  const ScanResult result = TRY(scan(options.path, rules, how));
  terminal.end_progress();
  if (!options.sarif.empty())
    TRY(write_file(options.sarif, scan_to_sarif(result, rules.book(), PILOTAGE_VERSION).pretty() + "\n"));
  if (!terminal.for_people()) terminal.give(scan_to_json(result, rules.book()));
  tell(result, rules.book(), options.all, terminal);
  return 0;
}

}  // namespace

void add_scan(CLI::App& app, Action& chosen) {
  auto* verb = app.add_subcommand("scan", "find what ties a source tree to one kind of accelerator");
  auto options = std::make_shared<ScanVerbOptions>();  // shared with the action, which outlives this function
  verb->add_option("path", options->path, "a folder or a file")->required();
  verb->add_option("--target", options->targets,
                   "a profile to move to, any number of them (default: all that have rules)");
  verb->add_option("--sarif", options->sarif, "also write the findings to this file, as SARIF 2.1.0");
  verb->add_flag("--all", options->all, "list every place instead of the files with the most");
  verb->add_flag("--no-cache", options->no_cache, "read every file again, and remember nothing");
  verb->add_option("--threads", options->threads, "how many cores to use (default: all)")->check(CLI::Range(0, 1024));
  verb->footer(
      "Reads files and runs nothing. Exit code 0 whatever is found, 2 where the path or a rule is wrong.\n"
      "Example: pilotage scan . --target metax-maca --target aws-trainium --sarif scan.sarif");
  verb->callback(
      [options, &chosen] { chosen = [options](Terminal& terminal) { return scan_verb(*options, terminal); }; });
}

}  // namespace pilotage
