// SPDX-License-Identifier: Apache-2.0
// The kinds of row and their columns, one table row each. Reading, checking, suggestions, `profile show`, what `import`
// writes and docs/profile-format.md all walk this one table, so none of them can know a key that another does not.
#pragma once

#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "profile/profile.h"

namespace pilotage {

// What the text of a cell must look like, beyond its type.
enum class CellForm {
  kText,
  kKey,       // dotted: a-z, 0-9, `_`, `.`
  kId,        // as a key, and `-`
  kDate,      // YYYY-MM-DD
  kRelease,   // numbers with dots
  kOverload,  // `aten::add.Tensor`
  kQuantity,
  kAny,  // needs no look
};

// What a cell asks of the one who writes the row.
enum class CellNeed { kRequired, kOptional, kInherited };  // inherited: from [default] where the row has none

// Where a cell goes; its type is the type that the file must have.
using CellSlot =
    std::variant<std::string*, int64_t*, bool*, std::vector<std::string>*, Quantity*, Components*, Confidence*,
                 Support*, FigureName*, FigureBasis*, DetectBy*, ReleaseBasis*, ComponentRole*, CallSafety*>;

struct Column {
  std::string_view name;
  CellForm form = CellForm::kAny;
  CellNeed need = CellNeed::kOptional;
  std::span<const std::string_view> words = {};  // where only these are allowed
  std::string_view help;
  CellSlot (*slot)(ProfileRow& row) = nullptr;
};

enum class RowKind {
  kDetect,
  kFact,
  kComponent,
  kRelease,
  kChip,
  kFigure,
  kOperator,
  kFeature,
  kCollective,
  kVariable,
  kWheel,
  kLocalVersion,
  kTool,
  kError,
  kDefect,
};

struct KindInfo {
  RowKind kind;
  std::string_view name;  // as it stands in [[…]]
  std::string_view file;  // that holds it
  std::string_view help;
  std::span<const Column> columns;  // its own; those of every row come from `common_columns()`
  size_t (*count)(const Profile& profile);
  ProfileRow& (*add)(Profile& profile);
  const ProfileRow& (*row)(const Profile& profile, size_t index);
};

std::span<const KindInfo> row_kinds();
const KindInfo* kind_named(std::string_view name);
std::span<const Column> common_columns();
// Its own, then the common ones.
std::vector<const Column*> columns_of(const KindInfo& kind);
// The slot of a row that is only read.
CellSlot slot_of(const Column& column, const ProfileRow& row);

// The words of a column: its own, or those of the enumeration in its slot; empty where any text is.
std::span<const std::string_view> words_of(const Column& column, const CellSlot& slot);
// The word of an enumeration in a slot; empty for other slots.
std::string_view word_in(const CellSlot& slot);

// Files that hold any kind of row and outrank the rest by where they come from.
inline constexpr std::string_view kImportedFile = "imported.toml";
inline constexpr std::string_view kProbedFile = "probed.toml";
inline constexpr std::string_view kProfileFile = "profile.toml";

// All files of a profile, profile.toml first.
std::vector<std::string_view> profile_files();
bool holds(std::string_view file, const KindInfo& kind);

// Far above any real file, low enough that a hostile one costs nothing.
inline constexpr size_t kMaxProfileBytes = size_t{4} << 20;
inline constexpr size_t kMaxCellText = 4096;
inline constexpr size_t kMaxCellElements = 4096;

}  // namespace pilotage
