// SPDX-License-Identifier: Apache-2.0
// Defaults do not stand here: they are those of the structs in row.h.
#include "profile/columns.h"

#include <algorithm>

#include "profile/words.h"

namespace pilotage {
namespace {

// A macro because a row is read as a row: only the member differs from one to the next.
#define PILOTAGE_CELL(type, member) [](ProfileRow& row) -> CellSlot { return &static_cast<type&>(row).member; }

// The tool that formats sources would give each of a row's members a line of its own.
// clang-format off
constexpr auto kMust = CellNeed::kRequired;

const Column kCommon[] = {
    {.name = "id", .form = CellForm::kId, .help = "A name by which other rows speak of this one.", .slot = PILOTAGE_CELL(ProfileRow, id)},
    {.name = "source", .form = CellForm::kText, .need = CellNeed::kInherited, .help = "Where it is from: a public document, repository with commit, or probe.", .slot = PILOTAGE_CELL(ProfileRow, source)},
    {.name = "date", .form = CellForm::kDate, .need = CellNeed::kInherited, .help = "When the source said so, YYYY-MM-DD.", .slot = PILOTAGE_CELL(ProfileRow, date)},
    {.name = "confidence", .need = CellNeed::kInherited, .help = "How far it can be trusted.", .slot = PILOTAGE_CELL(ProfileRow, confidence)},
    {.name = "note", .form = CellForm::kText, .help = "What a reader has to know beside it.", .slot = PILOTAGE_CELL(ProfileRow, note)},
    {.name = "since", .form = CellForm::kRelease, .help = "Release of the stack from which the row holds.", .slot = PILOTAGE_CELL(ProfileRow, since)},
    {.name = "until", .form = CellForm::kRelease, .help = "First release for which it no longer holds.", .slot = PILOTAGE_CELL(ProfileRow, until)},
    {.name = "conflicts_with", .form = CellForm::kId, .help = "Ids of rows of the same profile that say other than this one. Both are kept.", .slot = PILOTAGE_CELL(ProfileRow, conflicts_with)},
};

const Column kDetect[] = {
    {.name = "by", .need = kMust, .help = "What is looked at.", .slot = PILOTAGE_CELL(DetectRow, by)},
    {.name = "at", .form = CellForm::kText, .need = kMust, .help = "The module, file, command and so on.", .slot = PILOTAGE_CELL(DetectRow, at)},
    {.name = "shows", .form = CellForm::kText, .help = "Text that must be seen there; of a package, a pattern that its version fits. Without it, that it is there is enough.", .slot = PILOTAGE_CELL(DetectRow, shows)},
    {.name = "absent", .help = "It must not be there.", .slot = PILOTAGE_CELL(DetectRow, absent)},
};

const Column kFact[] = {
    {.name = "key", .form = CellForm::kKey, .need = kMust, .help = "What it is a fact of, as `compute.fp32`.", .slot = PILOTAGE_CELL(Fact, key)},
    {.name = "value", .form = CellForm::kQuantity, .need = kMust, .help = "A number with a unit.", .slot = PILOTAGE_CELL(Fact, value)},
    {.name = "when", .form = CellForm::kText, .help = "Features that the device must have, all of them.", .slot = PILOTAGE_CELL(Fact, when)},
};

const Column kComponent[] = {
    {.name = "name", .form = CellForm::kText, .need = kMust, .help = "As `components` of a release names it.", .slot = PILOTAGE_CELL(ComponentRow, name)},
    {.name = "role", .need = kMust, .help = "What part of the stack it is.", .slot = PILOTAGE_CELL(ComponentRow, role)},
    {.name = "packages", .form = CellForm::kText, .help = "Names under which package managers know it.", .slot = PILOTAGE_CELL(ComponentRow, packages)},
    {.name = "read", .form = CellForm::kText, .help = "How its version is read on a machine.", .slot = PILOTAGE_CELL(ComponentRow, read)},
    {.name = "compare", .help = "How many leading numbers of its version must agree; 0: all that a release names.", .slot = PILOTAGE_CELL(ComponentRow, compare)},
};

const Column kRelease[] = {
    {.name = "name", .form = CellForm::kRelease, .need = kMust, .help = "The release. Rows for different chips may share it.", .slot = PILOTAGE_CELL(ReleaseRow, name)},
    {.name = "basis", .need = kMust, .help = "`released`: published as a set; `observed`: seen together on a machine.", .slot = PILOTAGE_CELL(ReleaseRow, basis)},
    {.name = "chips", .form = CellForm::kText, .help = "The chips it is for. None: all.", .slot = PILOTAGE_CELL(ReleaseRow, chips)},
    {.name = "components", .need = kMust, .help = "Table of component = version, or list of versions. A version fits where its leading parts are those named, `>=525.60` and later or `<2.10` and earlier ones fit, and `+metax3.5` asks for that local part.", .slot = PILOTAGE_CELL(ReleaseRow, components)},
};

const Column kChip[] = {
    {.name = "name", .form = CellForm::kText, .need = kMust, .help = "The chip or card.", .slot = PILOTAGE_CELL(ChipRow, name)},
    {.name = "aliases", .form = CellForm::kText, .help = "How tools show it, and instances that hold it.", .slot = PILOTAGE_CELL(ChipRow, aliases)},
    {.name = "architecture", .form = CellForm::kText, .help = "Its instruction set, as compilers name it.", .slot = PILOTAGE_CELL(ChipRow, architecture)},
    {.name = "form", .form = CellForm::kText, .help = "Board and how many stand together.", .slot = PILOTAGE_CELL(ChipRow, form)},
    {.name = "formats", .words = format_words(), .help = "Number formats that the hardware computes in.", .slot = PILOTAGE_CELL(ChipRow, formats)},
    {.name = "formats_not", .words = format_words(), .help = "Formats that it is known not to compute in.", .slot = PILOTAGE_CELL(ChipRow, formats_not)},
    {.name = "links", .form = CellForm::kText, .help = "How it is joined to other devices and the host.", .slot = PILOTAGE_CELL(ChipRow, links)},
    {.name = "memory_kind", .form = CellForm::kText, .help = "As HBM3.", .slot = PILOTAGE_CELL(ChipRow, memory_kind)},
};

const Column kFigure[] = {
    {.name = "chips", .form = CellForm::kText, .need = kMust, .help = "The chips it is a figure of.", .slot = PILOTAGE_CELL(FigureRow, chips)},
    {.name = "name", .need = kMust, .help = "Which figure.", .slot = PILOTAGE_CELL(FigureRow, name)},
    {.name = "format", .words = format_words(), .help = "Number format of a peak.", .slot = PILOTAGE_CELL(FigureRow, format)},
    {.name = "value", .form = CellForm::kQuantity, .need = kMust, .help = "A number with a unit.", .slot = PILOTAGE_CELL(FigureRow, value)},
    {.name = "basis", .help = "`nominal` as sold, `measured` by somebody, `derived` from other figures.", .slot = PILOTAGE_CELL(FigureRow, basis)},
};

const Column kOperator[] = {
    {.name = "overloads", .form = CellForm::kOverload, .need = kMust, .help = "What the row says holds for each. A name without overload stands for all overloads that have no row.", .slot = PILOTAGE_CELL(OperatorRow, overloads)},
    {.name = "eager", .help = "Support where each operator is called by itself.", .slot = PILOTAGE_CELL(OperatorRow, eager)},
    {.name = "compiled", .help = "Support inside torch.compile (or the graph of a lazy stack).", .slot = PILOTAGE_CELL(OperatorRow, compiled)},
    {.name = "dtypes", .words = dtype_words(), .help = "For which this is said. None: for none in particular.", .slot = PILOTAGE_CELL(OperatorRow, dtypes)},
    {.name = "dtypes_not", .words = dtype_words(), .help = "For which it does not work, whatever the two columns say.", .slot = PILOTAGE_CELL(OperatorRow, dtypes_not)},
};

const Column kFeature[] = {
    {.name = "name", .need = kMust, .words = all_feature_words(), .help = "The feature, a word of the list below.", .slot = PILOTAGE_CELL(FeatureRow, name)},
    {.name = "eager", .help = "Support where each operator is called by itself, and of what has no mode.", .slot = PILOTAGE_CELL(FeatureRow, eager)},
    {.name = "compiled", .help = "Support inside torch.compile (or the graph of a lazy stack).", .slot = PILOTAGE_CELL(FeatureRow, compiled)},
    {.name = "chips", .form = CellForm::kText, .help = "The chips it holds for. None: all.", .slot = PILOTAGE_CELL(FeatureRow, chips)},
};

const Column kCollective[] = {
    {.name = "library", .form = CellForm::kText, .need = kMust, .help = "The library or backend.", .slot = PILOTAGE_CELL(CollectiveRow, library)},
    {.name = "operations", .need = kMust, .words = operation_words(), .help = "What the row says holds for each.", .slot = PILOTAGE_CELL(CollectiveRow, operations)},
    {.name = "support", .need = kMust, .help = "On tensors of the device.", .slot = PILOTAGE_CELL(CollectiveRow, support)},
    {.name = "dtypes_not", .words = dtype_words(), .help = "For which it does not work exactly.", .slot = PILOTAGE_CELL(CollectiveRow, dtypes_not)},
};

const Column kVariable[] = {
    {.name = "name", .form = CellForm::kText, .need = kMust, .help = "The environment variable.", .slot = PILOTAGE_CELL(VariableRow, name)},
    {.name = "role", .form = CellForm::kKey, .help = "What it is for, in the same word as another vendor's variable for the same thing.", .slot = PILOTAGE_CELL(VariableRow, role)},
    {.name = "meaning", .form = CellForm::kText, .need = kMust, .help = "What it does.", .slot = PILOTAGE_CELL(VariableRow, meaning)},
    {.name = "otherwise", .form = CellForm::kText, .help = "Its default, as text.", .slot = PILOTAGE_CELL(VariableRow, otherwise)},
    {.name = "values", .form = CellForm::kText, .help = "Values seen or advised.", .slot = PILOTAGE_CELL(VariableRow, values)},
};

const Column kWheel[] = {
    {.name = "package", .form = CellForm::kText, .need = kMust, .help = "As PyPI names it.", .slot = PILOTAGE_CELL(WheelRow, package)},
    {.name = "replacement", .form = CellForm::kText, .help = "What is installed instead. None: the same name.", .slot = PILOTAGE_CELL(WheelRow, replacement)},
    {.name = "support", .need = kMust, .help = "Whether it works on this stack, by that package.", .slot = PILOTAGE_CELL(WheelRow, support)},
};

const Column kLocalVersion[] = {
    {.name = "prefix", .form = CellForm::kText, .need = kMust, .help = "Letters after the `+` of a wheel's version.", .slot = PILOTAGE_CELL(LocalVersionRow, prefix)},
    {.name = "example", .form = CellForm::kText, .need = kMust, .help = "A version that has it.", .slot = PILOTAGE_CELL(LocalVersionRow, example)},
    {.name = "names", .form = CellForm::kText, .help = "The component whose version its numbers are.", .slot = PILOTAGE_CELL(LocalVersionRow, names)},
    {.name = "compare", .help = "How many of its numbers must agree with that component's; 0: none.", .slot = PILOTAGE_CELL(LocalVersionRow, compare)},
    {.name = "foreign", .help = "It marks a build for another stack.", .slot = PILOTAGE_CELL(LocalVersionRow, foreign)},
};

const Column kTool[] = {
    {.name = "name", .form = CellForm::kText, .need = kMust, .help = "The tool.", .slot = PILOTAGE_CELL(ToolRow, name)},
    {.name = "role", .form = CellForm::kKey, .help = "What it is for, in the same word as another vendor's tool for the same thing.", .slot = PILOTAGE_CELL(ToolRow, role)},
    {.name = "command", .form = CellForm::kText, .need = kMust, .help = "How it is called.", .slot = PILOTAGE_CELL(ToolRow, command)},
    {.name = "shows", .form = CellForm::kText, .help = "What it shows, and in which form.", .slot = PILOTAGE_CELL(ToolRow, shows)},
    {.name = "safety", .help = "Whether calling it as written is harmless.", .slot = PILOTAGE_CELL(ToolRow, safety)},
    {.name = "never", .form = CellForm::kText, .help = "Options that change the state of a device and are never called.", .slot = PILOTAGE_CELL(ToolRow, never)},
};

const Column kError[] = {
    {.name = "code", .form = CellForm::kText, .need = kMust, .help = "As logs print it.", .slot = PILOTAGE_CELL(ErrorCodeRow, code)},
    {.name = "number", .form = CellForm::kText, .help = "Its number, where it has one.", .slot = PILOTAGE_CELL(ErrorCodeRow, number)},
    {.name = "area", .form = CellForm::kKey, .need = kMust, .help = "What it concerns.", .slot = PILOTAGE_CELL(ErrorCodeRow, area)},
    {.name = "meaning", .form = CellForm::kText, .need = kMust, .help = "What it says.", .slot = PILOTAGE_CELL(ErrorCodeRow, meaning)},
    {.name = "what_next", .form = CellForm::kText, .help = "What to do.", .slot = PILOTAGE_CELL(ErrorCodeRow, what_next)},
};

const Column kDefect[] = {
    {.name = "component", .form = CellForm::kText, .need = kMust, .help = "What has it.", .slot = PILOTAGE_CELL(DefectRow, component)},
    {.name = "affected", .form = CellForm::kText, .help = "Versions, shapes or conditions, in words. `since` and `until` name releases.", .slot = PILOTAGE_CELL(DefectRow, affected)},
    {.name = "symptom", .form = CellForm::kText, .need = kMust, .help = "What is seen.", .slot = PILOTAGE_CELL(DefectRow, symptom)},
    {.name = "cause", .form = CellForm::kText, .help = "Why, where it is known.", .slot = PILOTAGE_CELL(DefectRow, cause)},
    {.name = "what_to_do", .form = CellForm::kText, .help = "The way around it.", .slot = PILOTAGE_CELL(DefectRow, what_to_do)},
    {.name = "seen_by", .words = seen_by_words(), .help = "Kinds of check that can see it beforehand.", .slot = PILOTAGE_CELL(DefectRow, seen_by)},
    {.name = "check", .form = CellForm::kText, .help = "What that check looks at.", .slot = PILOTAGE_CELL(DefectRow, check)},
};

#undef PILOTAGE_CELL

#define PILOTAGE_KIND(member)                                                                        \
  [](const Profile& p) { return p.member.size(); },                                                  \
  [](Profile& p) -> ProfileRow& { return p.member.emplace_back(); },                                 \
  [](const Profile& p, size_t i) -> const ProfileRow& { return p.member[i]; }

const KindInfo kKinds[] = {
    {RowKind::kDetect, "detect", "profile.toml", "How the stack is recognised: all of these hold on a machine that has it.", kDetect, PILOTAGE_KIND(detects)},
    {RowKind::kFact, "fact", "profile.toml", "A number from which bounds of a host are computed.", kFact, PILOTAGE_KIND(facts)},
    {RowKind::kComponent, "component", "releases.toml", "A part of the stack that has a version of its own.", kComponent, PILOTAGE_KIND(components)},
    {RowKind::kRelease, "release", "releases.toml", "Versions of components that belong together. The newest release stands first.", kRelease, PILOTAGE_KIND(releases)},
    {RowKind::kChip, "chip", "chips.toml", "A chip or card.", kChip, PILOTAGE_KIND(chips)},
    {RowKind::kFigure, "figure", "chips.toml", "A number of one or more chips. Two sources that differ are two rows.", kFigure, PILOTAGE_KIND(figures)},
    {RowKind::kOperator, "operator", "operators.toml", "What becomes of operators of PyTorch.", kOperator, PILOTAGE_KIND(operators)},
    {RowKind::kFeature, "feature", "features.toml", "What becomes of a feature.", kFeature, PILOTAGE_KIND(features)},
    {RowKind::kCollective, "collective", "collectives.toml", "Operations over several devices.", kCollective, PILOTAGE_KIND(collectives)},
    {RowKind::kVariable, "variable", "collectives.toml", "An environment variable, of collectives or of the stack.", kVariable, PILOTAGE_KIND(variables)},
    {RowKind::kWheel, "wheel", "wheels.toml", "A Python package and what takes its place.", kWheel, PILOTAGE_KIND(wheels)},
    {RowKind::kLocalVersion, "local_version", "wheels.toml", "What the part after the `+` of a wheel's version says.", kLocalVersion, PILOTAGE_KIND(local_versions)},
    {RowKind::kTool, "tool", "tools.toml", "A command of the vendor's.", kTool, PILOTAGE_KIND(tools)},
    {RowKind::kError, "error", "errors.toml", "An error code.", kError, PILOTAGE_KIND(errors)},
    {RowKind::kDefect, "defect", "defects.toml", "A known defect.", kDefect, PILOTAGE_KIND(defects)},
};
// clang-format on

#undef PILOTAGE_KIND

}  // namespace

std::span<const KindInfo> row_kinds() { return kKinds; }

const KindInfo* kind_named(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name, &KindInfo::name);
  return found != std::end(kKinds) ? &*found : nullptr;
}

std::span<const Column> common_columns() { return kCommon; }

std::vector<const Column*> columns_of(const KindInfo& kind) {
  std::vector<const Column*> columns;
  for (const auto& column : kind.columns) columns.push_back(&column);
  for (const auto& column : kCommon) columns.push_back(&column);
  return columns;
}

CellSlot slot_of(const Column& column, const ProfileRow& row) {
  return column.slot(const_cast<ProfileRow&>(row));  // the caller only reads through it
}

std::span<const std::string_view> words_of(const Column& column, const CellSlot& slot) {
  if (!column.words.empty()) return column.words;
  return std::visit(
      []<typename T>(const T*) -> std::span<const std::string_view> {
        if constexpr (std::is_enum_v<T>)
          return words_of(T());
        else
          return {};
      },
      slot);
}

std::string_view word_in(const CellSlot& slot) {
  return std::visit(
      []<typename T>(const T* value) -> std::string_view {
        if constexpr (std::is_enum_v<T>)
          return words_of(T())[static_cast<size_t>(*value)];
        else
          return {};
      },
      slot);
}

std::vector<std::string_view> profile_files() {
  std::vector<std::string_view> files;
  for (const auto& kind : kKinds) {
    if (std::ranges::find(files, kind.file) == files.end()) files.push_back(kind.file);
  }
  files.push_back(kImportedFile);
  files.push_back(kProbedFile);
  return files;
}

bool holds(std::string_view file, const KindInfo& kind) {
  return file == kind.file || file == kImportedFile || file == kProbedFile;
}

}  // namespace pilotage
