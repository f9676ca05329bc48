// SPDX-License-Identifier: Apache-2.0
// `pilotage profile list|show|diff|import`: what is known of the stacks.
#include "profile/profile.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <array>
#include <memory>

#include "base/file.h"
#include "base/mistakes.h"
#include "base/text.h"
#include "cli/verb.h"
#include "profile/columns.h"
#include "profile/difference.h"
#include "profile/import.h"
#include "profile/lookup.h"
#include "profile/row_text.h"
#include "profile/words.h"
#include "stage/case.h"

namespace pilotage {
namespace {

struct ProfileOptions {
  std::filesystem::path folder;  // of the profiles; empty: beside or above the program
  std::string name;
  std::string other;
  std::string kind;
  std::string find;
  std::string from;
  std::string to;
  std::filesystem::path table;
  std::filesystem::path probe;
  std::filesystem::path into;
  std::string source;
  std::string date;
};
using Shared = std::shared_ptr<ProfileOptions>;  // shared with the action, which outlives the function that adds it

Result<std::filesystem::path> profiles_folder(const ProfileOptions& options) {
  if (!options.folder.empty()) return options.folder;
  const Home home = TRY(find_home());
  return home.folder / "profiles";
}

// A name, or the path of a profile's folder.
Result<std::filesystem::path> folder_of(const std::string& name, const ProfileOptions& options) {
  if (name.find('/') != std::string::npos) return std::filesystem::path(name);
  const auto folder = TRY(profiles_folder(options));
  const auto names = TRY(profile_names(folder));
  const std::vector<std::string_view> known(names.begin(), names.end());
  if (std::ranges::find(names, name) != names.end()) return folder / name;
  return usage_error(fmt::format("no profile {} in \"{}\"{}", shown(name), folder.string(), suggestion(name, known)),
                     "`pilotage profile list` names the profiles there are");
}

Result<Profile> profile_named(const std::string& name, const ProfileOptions& options) {
  const auto folder = TRY(folder_of(name, options));
  return load_profile(folder);
}

std::string_view verified_text(const Profile& profile) {
  return profile.verified ? "verified on hardware" : "not verified on hardware";
}

Json counts_of(const Profile& profile) {
  Json counts = Json::object();
  for (const auto& kind : row_kinds()) counts.set(std::string(kind.name), static_cast<int64_t>(kind.count(profile)));
  return counts;
}

size_t rows_in(const Profile& profile) {
  size_t count = 0;
  for (const auto& kind : row_kinds()) count += kind.count(profile);
  return count;
}

// ---- list ----

Json summary(const Profile& profile) {
  Json object = Json::object();
  object.set("profile", profile.name).set("vendor", profile.vendor).set("verified", profile.verified);
  return object.set("counts", counts_of(profile));
}

Result<int> list_verb(const ProfileOptions& options, Terminal& terminal) {
  const auto folder = TRY(profiles_folder(options));
  Json profiles = Json::array();
  for (const auto& name : TRY(profile_names(folder))) {
    const Profile profile = TRY(load_profile(folder / name));
    profiles.push(summary(profile));
    terminal.say(
        fmt::format("{:<16} {:>5} rows  {}  ({})", name, rows_in(profile), verified_text(profile), profile.vendor));
  }
  terminal.give(Json::object().set("folder", folder.string()).set("profiles", std::move(profiles)));
  return 0;
}

// ---- show ----

std::string origin_of(const ProfileRow& row) {
  std::string text = fmt::format("{}, {}: {}", word(row.confidence), row.date, row.source);
  if (!row.since.empty()) text += ", from " + row.since;
  if (!row.until.empty()) text += ", before " + row.until;
  return text;
}

// The first cell bare, the others with their names.
std::string cells_of(const KindInfo& kind, const ProfileRow& row) {
  std::string out;
  for (const auto& column : kind.columns) {
    const std::string text = cell_text(slot_of(column, row));
    if (text.empty()) continue;
    out += out.empty() ? text : fmt::format("\n    {}: {}", column.name, text);
  }
  return out;
}

void show_row(const Profile& profile, const KindInfo& kind, const ProfileRow& row, Terminal& terminal) {
  terminal.say("  " + cells_of(kind, row));
  if (!row.note.empty()) terminal.say("    note: " + row.note);
  terminal.say(fmt::format("    {} ({}:{})", origin_of(row), row.file, row.line));
  for (const ProfileRow* other : conflicts_of(profile, row)) {
    terminal.say(fmt::format("    conflicts with {}:{}, {}", other->file, other->line, origin_of(*other)));
  }
}

bool mentions(const KindInfo& kind, const ProfileRow& row, const std::string& text) {
  return text.empty() || row_to_json(kind, row).canonical().find(text) != std::string::npos;
}

Json show_kind(const Profile& profile, const KindInfo& kind, const ProfileOptions& options, Terminal& terminal) {
  Json rows = Json::array();
  for (size_t i = 0; i < kind.count(profile); ++i) {
    const ProfileRow& row = kind.row(profile, i);
    if (!mentions(kind, row, options.find)) continue;
    rows.push(row_to_json(kind, row));
    if (terminal.for_people()) show_row(profile, kind, row, terminal);
  }
  return rows;
}

// Rows by kind and confidence.
void show_summary(const Profile& profile, Terminal& terminal) {
  terminal.say(fmt::format("{:<16} {:>6} {:>9} {:>9} {:>9} {:>7}", "kind", "rows", "official", "snapshot", "reported",
                           "probed"));
  for (const auto& kind : row_kinds()) {
    std::array<int, 4> by{};
    for (size_t i = 0; i < kind.count(profile); ++i) ++by[static_cast<size_t>(kind.row(profile, i).confidence)];
    terminal.say(fmt::format("{:<16} {:>6} {:>9} {:>9} {:>9} {:>7}", kind.name, kind.count(profile), by[0], by[1],
                             by[2], by[3]));
  }
  terminal.say(fmt::format("Rows of one kind: pilotage profile show {} --kind feature", profile.name));
}

Result<const KindInfo*> kind_asked_for(const std::string& name) {
  const KindInfo* kind = kind_named(name);
  if (kind == nullptr && name.ends_with('s')) kind = kind_named(std::string_view(name).substr(0, name.size() - 1));
  if (kind != nullptr || name.empty()) return kind;
  std::vector<std::string_view> names;
  for (const auto& one : row_kinds()) names.push_back(one.name);
  return usage_error(fmt::format("no kind of row {}{}", shown(name), suggestion(name, names)),
                     "docs/profile-format.md lists the kinds");
}

Result<int> show_verb(const ProfileOptions& options, Terminal& terminal) {
  const KindInfo* wanted = TRY(kind_asked_for(options.kind));
  const Profile profile = TRY(profile_named(options.name, options));
  terminal.say(fmt::format("{}: {}, {}", profile.name, profile.vendor, verified_text(profile)));
  Json rows = Json::object();
  const bool summary_alone = terminal.for_people() && wanted == nullptr && options.find.empty();
  if (summary_alone) show_summary(profile, terminal);
  for (const auto& kind : row_kinds()) {
    if (!summary_alone && (wanted == nullptr || wanted == &kind))
      rows.set(std::string(kind.name), show_kind(profile, kind, options, terminal));
  }
  terminal.give(summary(profile).set("rows", std::move(rows)));
  return 0;
}

// ---- diff ----

Json to_json(const ProfileChange& change) {
  Json object = Json::object();
  object.set("change", word(change.change)).set("what", change.what).set("name", change.name);
  object.set("from", change.from.empty() ? Json() : Json(change.from));
  return object.set("to", change.to.empty() ? Json() : Json(change.to));
}

void show_change(const ProfileChange& change, Terminal& terminal) {
  const auto said = [](const std::string& text) { return text.empty() ? std::string("–") : text; };
  terminal.say(fmt::format("  {:<8} {:<10} {}: {} -> {}", word(change.change), change.what, change.name,
                           said(change.from), said(change.to)));
}

Result<std::vector<ProfileChange>> changes_asked_for(const ProfileOptions& options) {
  const Profile profile = TRY(profile_named(options.name, options));
  const bool releases = !options.from.empty() && !options.to.empty();
  if (releases && options.other.empty()) return compare_releases(profile, options.from, options.to);
  if (options.other.empty() || !options.from.empty() || !options.to.empty()) {
    return usage_error("a comparison needs two profiles, or one profile with --from and --to",
                       "see pilotage profile diff --help");
  }
  const Profile other = TRY(profile_named(options.other, options));
  return compare_profiles(profile, other);
}

Result<int> diff_verb(const ProfileOptions& options, Terminal& terminal) {
  const auto changes = TRY(changes_asked_for(options));
  const std::string from = options.other.empty() ? options.name + " " + options.from : options.name;
  const std::string to = options.other.empty() ? options.name + " " + options.to : options.other;
  terminal.say(fmt::format("From {} to {}: {} differences", from, to, changes.size()));
  Json list = Json::array();
  for (const auto& change : changes) {
    list.push(to_json(change));
    show_change(change, terminal);
  }
  terminal.give(Json::object().set("from", from).set("to", to).set("changes", std::move(list)));
  return 0;
}

// ---- import ----

Result<ImportedRows> read_import(const ProfileOptions& options, const std::string& profile) {
  const auto& file = options.probe.empty() ? options.table : options.probe;
  const std::string text = TRY(read_file(file, kMaxProfileBytes));
  if (!options.probe.empty()) return read_probe_result(text, file, profile);
  if (options.date.empty()) {
    return usage_error("--operators needs --date: when the table said so",
                       "write the date of the page, as --date 2026-10-19");
  }
  const std::string source = options.source.empty() ? "operator table " + file.filename().string() : options.source;
  return read_operator_table(text, file, {source, options.date});
}

constexpr std::string_view kProbedComment =
    "What probes saw on machines. It outranks the rest of the profile; the newest run stands first.\n"
    "Written by `pilotage profile import --probe`.";
constexpr std::string_view kImportedComment =
    "The vendor's own table of operators, not verified on hardware.\n"
    "Written by `pilotage profile import --operators`, which replaces this file.";

// The rows as the file that holds them, together with what earlier probes saw.
Result<std::string> text_to_write(const ProfileOptions& options, Profile rows, const std::filesystem::path& target) {
  if (options.probe.empty()) return rows_to_toml(rows, kImportedComment);
  std::error_code code;
  if (!std::filesystem::exists(target, code)) return rows_to_toml(rows, kProbedComment);
  const std::string text = TRY(read_file(target, kMaxProfileBytes));
  const Profile before = TRY(parse_profile(text, target));
  return rows_to_toml(with_older_rows(std::move(rows), before), kProbedComment);
}

Result<int> import_verb(const ProfileOptions& options, Terminal& terminal) {
  if (options.table.empty() == options.probe.empty()) {
    return usage_error("import needs one of --operators and --probe", "see pilotage profile import --help");
  }
  const auto folder = TRY(folder_of(options.name, options));
  const Profile profile = TRY(load_profile(folder));
  ImportedRows imported = TRY(read_import(options, profile.name));
  const size_t count = rows_in(imported.rows);
  const auto target =
      (options.into.empty() ? folder : options.into) / (options.probe.empty() ? kImportedFile : kProbedFile);
  const std::string text = TRY(text_to_write(options, std::move(imported.rows), target));
  TRY(parse_profile(text, target));  // what is written can be read
  TRY(make_folder(target.parent_path()));
  TRY(write_file(target, text));
  terminal.say(fmt::format("{} rows of {} written to {}", count, profile.name, target.string()));
  Json words = Json::array();
  for (const auto& one : imported.not_understood) {
    words.push(one);
    terminal.say("  not understood, taken as unknown: " + one);
  }
  terminal.give(Json::object()
                    .set("profile", profile.name)
                    .set("rows", static_cast<int64_t>(count))
                    .set("file", target.string())
                    .set("not_understood", std::move(words)));
  return 0;
}

// ---- the command line ----

using VerbOf = Result<int> (*)(const ProfileOptions&, Terminal&);

Shared add_profile_verb(CLI::App& group, Action& chosen, const char* name, const char* help, VerbOf run,
                        CLI::App*& verb) {
  verb = group.add_subcommand(name, help);
  auto options = std::make_shared<ProfileOptions>();
  verb->add_option("--profiles", options->folder,
                   "the folder of the profiles; else the one beside or above the program");
  verb->callback(
      [options, run, &chosen] { chosen = [options, run](Terminal& terminal) { return run(*options, terminal); }; });
  return options;
}

void add_profile_list(CLI::App& group, Action& chosen) {
  CLI::App* verb = nullptr;
  add_profile_verb(group, chosen, "list", "the profiles there are", list_verb, verb);
  verb->footer("Exit code 2 where one of them is refused.\nExample: pilotage profile list");
}

void add_profile_show(CLI::App& group, Action& chosen) {
  CLI::App* verb = nullptr;
  auto options =
      add_profile_verb(group, chosen, "show", "what a profile says, each row with its source", show_verb, verb);
  verb->add_option("name", options->name, "the profile, or the path of its folder")->required();
  verb->add_option("--kind", options->kind, "rows of one kind alone, as operator or feature");
  verb->add_option("--find", options->find, "rows alone that hold this text");
  verb->footer(
      "Examples: pilotage profile show aws-trainium\n"
      "          pilotage profile show aws-trainium --kind operators --find aten::sort\n"
      "          pilotage profile show metax-maca --kind defect --json");
}

void add_profile_diff(CLI::App& group, Action& chosen) {
  CLI::App* verb = nullptr;
  auto options = add_profile_verb(
      group, chosen, "diff", "what is gained and lost between two profiles or two releases of one", diff_verb, verb);
  verb->add_option("name", options->name, "the profile")->required();
  verb->add_option("other", options->other, "the profile to compare it with");
  verb->add_option("--from", options->from, "a release of the profile");
  verb->add_option("--to", options->to, "the release to compare it with");
  verb->footer(
      "Examples: pilotage profile diff nvidia-cuda metax-maca\n"
      "          pilotage profile diff aws-trainium --from 2.32.0 --to 2.33.0");
}

void add_profile_import(CLI::App& group, Action& chosen) {
  CLI::App* verb = nullptr;
  auto options = add_profile_verb(group, chosen, "import", "add the vendor's table of operators, or what a probe saw",
                                  import_verb, verb);
  verb->add_option("name", options->name, "the profile")->required();
  verb->add_option("--operators", options->table, "a page of Markdown with a table of operators");
  verb->add_option("--probe", options->probe,
                   "the result of a probe, JSON; it outranks whatever else the profile says");
  verb->add_option("--to", options->into, "folder to write into; else the profile's own");
  verb->add_option("--source", options->source, "where the table is from; else its file's name");
  verb->add_option("--date", options->date, "when the table said so, YYYY-MM-DD");
  verb->footer(
      "The forms of both files: docs/profile-format.md.\n"
      "Examples: pilotage profile import aws-trainium --operators torch_api_compatibility.md --date 2026-10-19\n"
      "          pilotage profile import aws-trainium --probe result.json");
}

}  // namespace

void add_profile(CLI::App& app, Action& chosen) {
  auto* group = app.add_subcommand("profile", "what is known of the stacks");
  group->require_subcommand(1);
  add_profile_list(*group, chosen);
  add_profile_show(*group, chosen);
  add_profile_diff(*group, chosen);
  add_profile_import(*group, chosen);
}

}  // namespace pilotage
