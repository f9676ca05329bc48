// SPDX-License-Identifier: Apache-2.0
#include "profile/document.h"

#include <fmt/core.h>

#include "base/text.h"
#include "profile/columns.h"
#include "profile/words.h"

namespace pilotage {
namespace {

constexpr std::string_view kFront = R"(# Profiles

A profile is what is known of a vendor's stack: a folder under `profiles/` with a few TOML files, read by people and by
programs alike. Adding a vendor is adding a folder. This page is made from the tables in `src/profile/columns.cc` and
`src/profile/words.cc`; `pilotage profile list`, `show`, `diff` and `import` work on the files.

Every row says where it is from (`source`), when that was so (`date`) and how far it can be trusted (`confidence`):

| confidence | the source is |
|---|---|
| `official` | the vendor's documentation |
| `snapshot` | the vendor's public code at one date |
| `reported` | a third party |
| `probed` | a probe that saw it on a machine |

A file may state the three once, in a table `[default]` at its head; a row inherits them or states its own. A row that
has none of its own and inherits none is a mistake, and so are unknown keys, sections and files. A profile with a mistake
is refused as a whole; all mistakes are said at once, each `FILE:LINE:COLUMN: …`.

```toml
[default]
source = "Vendor, release notes of SDK 2.33"
date = "2026-10-19"
confidence = "official"

[[feature]]
id = "int64-to-2-32"
name = "int64_values"
eager = "narrowed"
until = "2.33"
note = "values beyond 32 bits wrap"
```

**Which row counts.** Where several rows speak of one thing: what a probe saw goes before the vendor's documentation, that
before the vendor's code, that before what others report; of equals the newer date, then the earlier row. A row that names
the dtype or the chip goes before one that does not. Rows with `since` or `until` answer for those releases only.

**Conflicts.** Facts that contradict each other are all kept. A row names the others by their ids in `conflicts_with`; it
is enough that one of the two does.

**Support.** The words of every column that says whether something works:

)";

constexpr std::string_view kProbe = R"(
## The result of a probe

`pilotage profile import NAME --probe RESULT.json` reads one JSON object: the name of the profile that the probe ran on,
the date, what it was (`source`), and for each kind of row a list of rows with the keys of this page. Every row becomes
`probed` and outranks whatever else the profile says. It is written to `probed.toml` in the profile's folder, in front of
the rows that are there.

```json
{
  "profile": "aws-trainium", "date": "2026-11-30", "source": "operator probe on trn2.3xlarge, SDK 2.33.0",
  "operator": [{"overloads": ["aten::sort"], "eager": "fallback", "compiled": "yes", "dtypes": ["float32"]}],
  "feature": [{"name": "fp32_matmul", "eager": "yes"}]
}
```

A mistake in the third row of the file is shown as `RESULT.json:3:1`.

## An operator table in Markdown

`pilotage profile import NAME --operators TABLE.md --date YYYY-MM-DD` reads every table of a page that has a column of
operators. Columns are found by their headings: *operator* (or op, API, name, function), *status* (or eager, support),
*compile*, *dtype*, *fallback*, *note*. Words that are not understood become `unknown` and are named; nothing is guessed.
The rows are `official`, marked as not verified on hardware, and written to `imported.toml`, which is replaced.
)";

std::string table_of(std::span<const WordMeaning> words, std::string_view title) {
  std::string out = fmt::format("| {} | meaning |\n|---|---|\n", title);
  for (const auto& [one, meaning] : words) out += fmt::format("| `{}` | {} |\n", one, meaning);
  return out;
}

std::string list_of(std::span<const std::string_view> words) {
  std::vector<std::string> quoted;
  for (const auto one : words) quoted.push_back("`" + std::string(one) + "`");
  return join(quoted, " ");
}

struct TypeName {
  std::string operator()(const std::string*) const { return "text"; }
  std::string operator()(const int64_t*) const { return "whole number"; }
  std::string operator()(const bool*) const { return "truth value"; }
  std::string operator()(const Quantity*) const { return "number with a unit"; }
  std::string operator()(const std::vector<std::string>*) const { return "text, or list of texts"; }
  std::string operator()(const Components*) const { return "table"; }
  template <typename Word>
  requires std::is_enum_v<Word> std::string operator()(const Word*) const { return "word"; }
};

// Long lists have a section of their own.
std::string words_note(std::span<const std::string_view> words) {
  return words.empty() || words.size() > 16 ? "" : ": " + list_of(words);
}

std::string row_of(const Column& column, const ProfileRow& row) {
  constexpr std::string_view kNeeds[] = {"required", "–", "required or from `[default]`"};
  const CellSlot slot = slot_of(column, row);
  const auto words = words_of(column, slot);
  return fmt::format("| `{}` | {}{} | {} | {} |\n", column.name, std::visit(TypeName(), slot), words_note(words),
                     kNeeds[static_cast<size_t>(column.need)], column.help);
}

std::string columns_text(std::span<const Column> columns, const ProfileRow& row) {
  std::string out = "| key | type | needed | meaning |\n|---|---|---|---|\n";
  for (const auto& column : columns) out += row_of(column, row);
  return out;
}

std::string kind_text(const KindInfo& kind) {
  Profile profile;
  return fmt::format("\n### `[[{}]]`\n\n{}\n\n{}", kind.name, kind.help, columns_text(kind.columns, kind.add(profile)));
}

std::string files_text() {
  std::string out;
  for (const auto file : profile_files()) {
    if (file == kImportedFile || file == kProbedFile) continue;
    out += fmt::format("\n## `{}`\n", file);
    if (file == kProfileFile) {
      out +=
          "\n`name` (that of the folder), `vendor`, and `verified`: `\"verified on hardware\"` or `\"not verified on "
          "hardware\"`.\nA profile needs this file; the others may be missing.\n";
    }
    for (const auto& kind : row_kinds()) {
      if (kind.file == file) out += kind_text(kind);
    }
  }
  return out;
}

}  // namespace

std::string profile_reference() {
  std::string out(kFront);
  out += table_of(support_words(), "word");
  out += "\n## Keys of every row\n\n" + columns_text(common_columns(), ProfileRow());
  out += files_text();
  out += "\n## Features\n\n" + table_of(feature_words(), "name");
  out += "\nAnd `dtype.` with each of: " + list_of(dtype_words()) + ": what becomes of tensors of that dtype.\n";
  out += "\n## Figures\n\n" + table_of(figure_words(), "name");
  out += "\n## Formats of hardware\n\n" + list_of(format_words()) + "\n";
  out += "\n## Operations of collectives\n\n" + list_of(operation_words()) + "\n";
  return out + std::string(kProbe);
}

}  // namespace pilotage
