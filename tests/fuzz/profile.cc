// SPDX-License-Identifier: Apache-2.0
// A profile's file is refused with a message that a writer can act on, or is read, written and read again as the same
// rows, each with a source. The first byte says which file it is, or that it is a table or a probe's result to import.
#include "profile/profile.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "profile/columns.h"
#include "profile/difference.h"
#include "profile/import.h"
#include "profile/lookup.h"
#include "profile/row_text.h"

namespace {

using namespace pilotage;

void check_rows_have_a_source(const Profile& profile) {
  for (const auto& kind : row_kinds()) {
    for (size_t i = 0; i < kind.count(profile); ++i) PILOTAGE_CHECK(!kind.row(profile, i).source.empty());
  }
}

void ask(const Profile& profile) {
  const OperatorTable table(profile);
  for (const auto& row : profile.operators) {
    for (const auto& overload : row.overloads) {
      const auto answer = table.answer(overload, CallMode::kEager, "int64");
      PILOTAGE_CHECK(answer.support == Support::kUnknown || answer.row != nullptr);
    }
  }
  for (const auto& row : profile.chips) PILOTAGE_CHECK(find_chip(profile, row.name) != nullptr);
  for (const auto& row : profile.wheels) PILOTAGE_CHECK(find_wheel(profile, row.package) != nullptr);
  PILOTAGE_CHECK(compare_profiles(profile, profile).empty());
  release_fits(profile, {{"torch", "2.8.0+metax3.5.3.9"}});
}

// What is written is read back as the same rows.
void check_round_trip(const Profile& profile) {
  const std::string text = rows_to_toml(profile, "c");
  const auto again = parse_profile(text, "probed.toml");
  PILOTAGE_CHECK(again.ok());
  PILOTAGE_CHECK(rows_to_toml(*again, "c") == text);
}

void check_file(std::string_view name, std::string_view text) {
  const auto profile = parse_profile(text, name);
  if (!profile.ok()) {
    PILOTAGE_CHECK(profile.error().kind() == ErrorKind::kUsage);
    PILOTAGE_CHECK(profile.error().message().starts_with(name));
    return;
  }
  check_rows_have_a_source(*profile);
  ask(*profile);
  check_round_trip(*profile);
}

void check_import(const Result<ImportedRows>& imported) {
  if (!imported.ok()) return PILOTAGE_CHECK(!imported.error().message().empty());
  check_rows_have_a_source(imported->rows);
  check_round_trip(imported->rows);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto files = profile_files();
  const size_t choice = data[0] % (files.size() + 2);
  if (choice < files.size())
    check_file(files[choice], text);
  else if (choice == files.size())
    check_import(read_operator_table(text, "table.md", {"s", "2026-11-30"}));
  else
    check_import(read_probe_result(text, "result.json", "p"));
  return 0;
}
