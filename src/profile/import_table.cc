// SPDX-License-Identifier: Apache-2.0
// The official operator table is a page of Markdown whose exact words nobody here could read, so headings and words are
// taken as they come and what is not understood is named, never guessed.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/mistakes.h"
#include "base/text.h"
#include "profile/columns.h"
#include "profile/import.h"
#include "profile/words.h"

namespace pilotage {
namespace {

constexpr std::string_view kImportedNote = "imported from the vendor's table, not verified on hardware";

struct StatusWord {
  std::string_view word;
  Support support;
};
constexpr StatusWord kStatusWords[] = {
    {"supported", Support::kYes},
    {"yes", Support::kYes},
    {"full", Support::kYes},
    {"fully supported", Support::kYes},
    {"native", Support::kYes},
    {"device", Support::kYes},
    {"neuron", Support::kYes},
    {"✅", Support::kYes},
    {"✓", Support::kYes},
    {"partial", Support::kPartial},
    {"limited", Support::kPartial},
    {"partially supported", Support::kPartial},
    {"⚠️", Support::kPartial},
    {"decomposed", Support::kDecomposed},
    {"decomposition", Support::kDecomposed},
    {"composite", Support::kDecomposed},
    {"fallback", Support::kFallback},
    {"cpu", Support::kFallback},
    {"cpu fallback", Support::kFallback},
    {"no", Support::kNo},
    {"not supported", Support::kNo},
    {"unsupported", Support::kNo},
    {"none", Support::kNo},
    {"❌", Support::kNo},
    {"✗", Support::kNo},
    {"unknown", Support::kUnknown},
    {"-", Support::kUnknown},
    {"", Support::kUnknown},
};

struct DtypeWord {
  std::string_view word;
  std::string_view dtype;
};
constexpr DtypeWord kDtypeWords[] = {
    {"fp64", "float64"},
    {"double", "float64"},
    {"fp32", "float32"},
    {"float", "float32"},
    {"bf16", "bfloat16"},
    {"fp16", "float16"},
    {"half", "float16"},
    {"i64", "int64"},
    {"long", "int64"},
    {"i32", "int32"},
    {"int", "int32"},
    {"i16", "int16"},
    {"short", "int16"},
    {"i8", "int8"},
    {"u8", "uint8"},
    {"boolean", "bool"},
    {"fp8_e4m3fn", "float8_e4m3fn"},
    {"fp8_e5m2", "float8_e5m2"},
};

enum class Heading { kOther, kOperator, kEager, kCompiled, kDtypes, kFallback, kNote };

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

// Without the marks of Markdown.
std::string plain(std::string_view cell) {
  std::string text;
  for (const char c : trim(cell)) {
    if (c != '`' && c != '*' && c != '\\') text += c;
  }
  return std::string(trim(text));
}

std::vector<std::string> cells_of(std::string_view line) {
  line = trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::vector<std::string> cells;
  for (const auto& cell : split(line, '|')) cells.push_back(plain(cell));
  return cells;
}

bool is_row(std::string_view line) { return trim(line).starts_with('|'); }

bool is_rule(std::string_view line) {
  return is_row(line) && trim(line).find_first_not_of("|-: \t") == std::string_view::npos;
}

Heading heading_of(std::string_view cell) {
  const std::string name = lower_case(cell);
  const auto has = [&](std::string_view word) { return name.find(word) != std::string::npos; };
  if (has("dtype") || has("data type")) return Heading::kDtypes;
  if (has("fallback")) return Heading::kFallback;
  if (has("note") || has("comment") || has("limitation")) return Heading::kNote;
  if (has("compile")) return Heading::kCompiled;
  if (has("status") || has("eager") || has("support")) return Heading::kEager;
  return has("operator") || name == "op" || name == "api" || name == "name" || name == "function" ? Heading::kOperator
                                                                                                  : Heading::kOther;
}

// `torch.add`, `aten.add.Tensor` and `add` are all names of PyTorch's own operators.
std::string overload_of(std::string_view cell) {
  std::string name(cell.substr(0, std::min(cell.find_first_of(" ("), cell.size())));
  if (name.find("::") != std::string::npos) return name;
  for (const std::string_view front :
       {"torch.ops.aten.", "torch.nn.functional.", "torch.Tensor.", "torch.", "aten.", "F."}) {
    if (name.starts_with(front)) return "aten::" + name.substr(front.size());
  }
  return "aten::" + name;
}

bool is_operator(std::string_view overload) {
  return overload.size() > 6 && overload.size() <= 200 && std::ranges::all_of(overload, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
                  c == ':';
         });
}

class TableReader {
 public:
  TableReader(const TableOrigin& origin, std::string_view file, Mistakes& mistakes)
      : origin_(origin), file_(file), mistakes_(mistakes) {}

  void read(std::string_view markdown) {
    const auto lines = split(markdown, '\n');
    for (size_t i = 0; i < lines.size() && !mistakes_.full(); ++i) {
      if (!is_row(lines[i]))
        headings_.clear();
      else if (i + 1 < lines.size() && is_rule(lines[i + 1]))
        start(lines[i++]);
      else if (!headings_.empty())
        read_row(lines[i], static_cast<int64_t>(i) + 1);
    }
  }

  ImportedRows take() { return std::move(imported_); }

 private:
  void start(std::string_view line) {
    headings_.clear();
    for (const auto& cell : cells_of(line)) headings_.push_back(heading_of(cell));
    if (std::ranges::find(headings_, Heading::kOperator) == headings_.end()) headings_.clear();
  }

  std::string cell(const std::vector<std::string>& cells, Heading heading) const {
    for (size_t i = 0; i < std::min(cells.size(), headings_.size()); ++i) {
      if (headings_[i] == heading) return cells[i];
    }
    return "";
  }

  void read_row(std::string_view line, int64_t number) {
    const auto cells = cells_of(line);
    const std::string name = overload_of(cell(cells, Heading::kOperator));
    if (!is_operator(name)) {
      return mistakes_.add({number, 1}, "no operator in the row: " + shown(cell(cells, Heading::kOperator)));
    }
    OperatorRow& row = imported_.rows.operators.emplace_back();
    row.source = origin_.source;
    row.date = origin_.date;
    row.confidence = Confidence::kOfficial;
    row.file = file_;
    row.line = number;
    row.overloads = {name};
    row.eager = support_of(cell(cells, Heading::kEager));
    row.compiled = support_of(cell(cells, Heading::kCompiled));
    if (falls_back(cell(cells, Heading::kFallback)) && !runs(row.eager)) row.eager = Support::kFallback;
    row.dtypes = dtypes_of(cell(cells, Heading::kDtypes));
    const std::string note = cell(cells, Heading::kNote).substr(0, 1000);
    row.note = note.empty() ? std::string(kImportedNote) : fmt::format("{}; {}", kImportedNote, note);
  }

  Support support_of(const std::string& text) {
    const std::string lower = lower_case(text);
    const auto found = std::ranges::find(kStatusWords, lower, &StatusWord::word);
    if (found != std::end(kStatusWords)) return found->support;
    miss(text);
    return Support::kUnknown;
  }

  static bool falls_back(const std::string& text) {
    const std::string lower = lower_case(text);
    return lower == "yes" || lower == "cpu" || lower == "true" || lower == "✅";
  }

  std::vector<std::string> dtypes_of(const std::string& text) {
    std::vector<std::string> dtypes;
    std::string spaced(text);
    std::ranges::replace_if(
        spaced, [](char c) { return c == '/' || c == ';' || c == ' '; }, ',');
    for (const auto& part : split(spaced, ',')) {
      if (part.empty() || part == "all" || part == "-") continue;
      if (const auto dtype = dtype_of(part))
        dtypes.push_back(*dtype);
      else
        miss(part);
    }
    return dtypes;
  }

  static std::optional<std::string> dtype_of(std::string_view part) {
    std::string name = lower_case(part);
    if (name.starts_with("torch.")) name.erase(0, 6);
    const auto alias = std::ranges::find(kDtypeWords, name, &DtypeWord::word);
    if (alias != std::end(kDtypeWords)) return std::string(alias->dtype);
    const auto words = dtype_words();
    return std::ranges::find(words, name) != words.end() ? std::optional(name) : std::nullopt;
  }

  void miss(const std::string& word) {
    const std::string cut = shown(word);
    if (std::ranges::find(imported_.not_understood, cut) == imported_.not_understood.end())
      imported_.not_understood.push_back(cut);
  }

  const TableOrigin& origin_;
  std::string file_;
  Mistakes& mistakes_;
  std::vector<Heading> headings_;  // of the table that is being read; empty: none, or one without operators
  ImportedRows imported_;
};

}  // namespace

Result<ImportedRows> read_operator_table(std::string_view markdown, const std::filesystem::path& file,
                                         const TableOrigin& origin) {
  constexpr const char* kHint = "the page needs a Markdown table with a column \"Operator\" and a column \"Status\"";
  Mistakes mistakes;
  TableReader reader(origin, kImportedFile, mistakes);
  reader.read(markdown);
  if (!mistakes.empty()) return mistakes.to_error(file, kHint);
  ImportedRows imported = reader.take();
  if (imported.rows.operators.empty())
    return usage_error(fmt::format("{}:1:1: no table of operators", file.string()), kHint);
  return imported;
}

}  // namespace pilotage
