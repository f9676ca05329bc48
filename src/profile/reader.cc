// SPDX-License-Identifier: Apache-2.0
#include "profile/reader.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"

namespace pilotage {
namespace {

constexpr std::string_view kVerified[] = {"verified on hardware", "not verified on hardware"};
constexpr std::string_view kNameKeys[] = {"name", "vendor", "verified"};

bool is_lower(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool is_key(std::string_view text, std::string_view more) {
  return !text.empty() && std::ranges::all_of(text, [&](char c) { return is_lower(c) || more.find(c) != more.npos; });
}

// The form alone: YYYY-MM-DD with a month and a day that can be.
bool is_date(std::string_view text) {
  if (text.size() != 10) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  }
  const auto month = text.substr(5, 2);
  const auto day = text.substr(8, 2);
  return month >= "01" && month <= "12" && day >= "01" && day <= "31";
}

bool is_release(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9' && is_key(text, "._-+");
}

// `aten::add.Tensor`: a namespace, a name, and perhaps an overload.
bool is_overload(std::string_view text) {
  const size_t colons = text.find("::");
  if (colons == 0 || colons == text.npos || colons + 2 == text.size()) return false;
  return std::ranges::all_of(
      text, [](char c) { return is_lower(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == ':'; });
}

// What is wrong with a text's form; empty: nothing.
std::string_view wrong_form(CellForm form, std::string_view text) {
  switch (form) {
    case CellForm::kKey: return is_key(text, "_.") ? "" : "must be of a-z, 0-9, `_` and `.`";
    case CellForm::kId: return is_key(text, "_.-") ? "" : "must be of a-z, 0-9, `_`, `.` and `-`";
    case CellForm::kDate: return is_date(text) ? "" : "must be YYYY-MM-DD";
    case CellForm::kRelease: return is_release(text) ? "" : "must be a release, as 2.33.0";
    case CellForm::kOverload: return is_overload(text) ? "" : "must be an operator, as aten::add.Tensor";
    default: return "";
  }
}

// Fills one slot from one value; each overload for one type of slot.
class CellReader {
 public:
  CellReader(const Column& column, const CellSlot& slot, const TomlNode& node, Mistakes& mistakes)
      : column_(column), words_(words_of(column, slot)), node_(node), mistakes_(mistakes) {}

  void operator()(std::string* slot) {
    if (const auto text = text_of(node_)) *slot = *text;
  }

  void operator()(int64_t* slot) {
    const auto* number = node_.integer_if();
    if (number == nullptr || *number < 0 || *number > 1000)
      return wrong(node_, "must be a whole number from 0 to 1000");
    *slot = *number;
  }

  void operator()(bool* slot) {
    if (node_.boolean_if() == nullptr) return wrong(node_, "must be true or false");
    *slot = *node_.boolean_if();
  }

  void operator()(Quantity* slot) {
    const auto text = text_of(node_);
    if (!text) return;
    auto parsed = parse_quantity(*text);
    if (!parsed.ok()) return wrong(node_, "is not a number with a unit: " + parsed.error().message());
    *slot = *parsed;
  }

  // One text is a list of one.
  void operator()(std::vector<std::string>* slot) { *slot = texts_of(node_); }

  void operator()(Components* slot) {
    const auto* table = node_.table_if();
    if (table == nullptr || table->empty()) return wrong(node_, "must be a table of component = version");
    for (const auto& member : *table) slot->emplace_back(member.key, texts_of(member.node));
  }

  template <typename Word>
  requires std::is_enum_v<Word>
  void operator()(Word* slot) {
    const auto text = text_of(node_);
    if (!text) return;
    *slot = static_cast<Word>(std::ranges::find(words_, *text) - words_.begin());
  }

 private:
  void wrong(const TomlNode& node, std::string text) {
    mistakes_.add(node.place, fmt::format("\"{}\" {}", column_.name, text));
  }

  // Nothing where it is no text, empty, too long, none of the words or not of the form, which is said.
  std::optional<std::string> text_of(const TomlNode& node) {
    const auto* text = node.string_if();
    if (text == nullptr || text->empty()) {
      mistakes_.add(node.place, fmt::format("needs the text \"{}\"", column_.name));
      return std::nullopt;
    }
    std::string fault = fault_of(*text);
    if (fault.empty()) return *text;
    wrong(node, std::move(fault));
    return std::nullopt;
  }

  std::string fault_of(const std::string& text) {
    if (text.size() > kMaxCellText) return fmt::format("has more than {} bytes", kMaxCellText);
    if (!words_.empty() && std::ranges::find(words_, text) == words_.end()) {
      return fmt::format("cannot be {}{}", shown(text), suggestion(text, words_));
    }
    const auto form = wrong_form(column_.form, text);
    return form.empty() ? "" : fmt::format("{}, this is {}", form, shown(text));
  }

  std::vector<std::string> texts_of(const TomlNode& node) {
    std::vector<std::string> texts;
    const auto* list = node.array_if();
    const auto add = [&](const TomlNode& one) {
      if (auto text = text_of(one)) texts.push_back(std::move(*text));
    };
    if (list == nullptr) {
      add(node);
    } else if (list->size() > kMaxCellElements) {
      wrong(node, fmt::format("has more than {} elements", kMaxCellElements));
    } else {
      for (const auto& one : *list) add(one);
    }
    return texts;
  }

  const Column& column_;
  std::span<const std::string_view> words_;
  const TomlNode& node_;
  Mistakes& mistakes_;
};

class FileReader {
 public:
  FileReader(std::string_view file, Profile& profile, Mistakes& mistakes)
      : file_(file), profile_(profile), mistakes_(mistakes) {}

  void read(const TomlNode& document) {
    if (file_ == kProfileFile) read_names(document);
    defaults_ = document.find("default");
    if (defaults_ != nullptr) check_defaults();
    for (const auto& member : *document.table_if()) {
      if (mistakes_.full()) return;
      if (!is_known(member.key)) read_section(member);
    }
  }

 private:
  bool is_known(std::string_view key) const {
    return key == "default" || (file_ == kProfileFile && std::ranges::find(kNameKeys, key) != std::end(kNameKeys));
  }

  void read_names(const TomlNode& document) {
    profile_.name = name_at(document, "name");
    profile_.vendor = name_at(document, "vendor");
    const std::string verified = name_at(document, "verified");
    profile_.verified = verified == kVerified[0];
    if (verified.empty() || std::ranges::find(kVerified, verified) != std::end(kVerified)) return;
    mistakes_.add(document.find("verified")->place,
                  fmt::format("\"verified\" cannot be {}{}", shown(verified), suggestion(verified, kVerified)));
  }

  std::string name_at(const TomlNode& document, std::string_view key) {
    const TomlNode* member = document.find(key);
    const auto* value = member != nullptr ? member->string_if() : nullptr;
    if (value != nullptr && !value->empty() && value->size() <= kMaxCellText) return *value;
    mistakes_.add(member != nullptr ? member->place : document.place, fmt::format("needs the text \"{}\"", key));
    return "";
  }

  void check_defaults() {
    std::vector<std::string_view> names;
    for (const auto& column : common_columns()) {
      if (column.need == CellNeed::kInherited) names.push_back(column.name);
    }
    const auto* table = defaults_->table_if();
    if (table == nullptr) return mistakes_.add(defaults_->place, "[default] must be a table");
    for (const auto& member : *table) {
      if (std::ranges::find(names, member.key) != names.end()) continue;
      mistakes_.add(member.place, "unknown key " + shown(member.key) + suggestion(member.key, names));
    }
  }

  void read_section(const TomlNode::Member& member) {
    const KindInfo* kind = kind_named(member.key);
    if (kind == nullptr || !holds(file_, *kind)) return unknown_section(member, kind);
    const auto* list = member.node.array_if();
    if (list == nullptr)
      return mistakes_.add(member.node.place, fmt::format("{}s are written [[{}]]", kind->name, kind->name));
    for (const auto& one : *list) {
      if (mistakes_.full()) return;
      read_row(*kind, one);
    }
  }

  void unknown_section(const TomlNode::Member& member, const KindInfo* kind) {
    std::vector<std::string_view> names{"default"};
    if (file_ == kProfileFile) names.insert(names.end(), std::begin(kNameKeys), std::end(kNameKeys));
    for (const auto& one : row_kinds()) {
      if (holds(file_, one)) names.push_back(one.name);
    }
    mistakes_.add(member.place, kind != nullptr ? fmt::format("[[{}]] belongs into {}", kind->name, kind->file)
                                                : "unknown key " + shown(member.key) + suggestion(member.key, names));
  }

  void read_row(const KindInfo& kind, const TomlNode& node) {
    const auto* table = node.table_if();
    if (table == nullptr) return mistakes_.add(node.place, "must be a table");
    ProfileRow& row = kind.add(profile_);
    row.file = std::string(file_);
    row.line = node.place.line;
    const auto columns = columns_of(kind);
    for (const Column* column : columns) read_cell(*column, row, node);
    for (const auto& member : *table) {
      if (std::ranges::none_of(columns, [&](const Column* one) { return one->name == member.key; }))
        unknown_key(columns, member);
    }
  }

  void read_cell(const Column& column, ProfileRow& row, const TomlNode& node) {
    const TomlNode* value = node.find(column.name);
    if (value == nullptr && column.need == CellNeed::kInherited && defaults_ != nullptr)
      value = defaults_->find(column.name);
    const CellSlot slot = column.slot(row);
    if (value != nullptr) return std::visit(CellReader(column, slot, *value, mistakes_), slot);
    if (column.need != CellNeed::kOptional)
      mistakes_.add(node.place, fmt::format("needs the text \"{}\"", column.name));
  }

  void unknown_key(const std::vector<const Column*>& columns, const TomlNode::Member& member) {
    std::vector<std::string_view> names;
    for (const Column* column : columns) names.push_back(column->name);
    mistakes_.add(member.place, "unknown key " + shown(member.key) + suggestion(member.key, names));
  }

  std::string_view file_;
  Profile& profile_;
  Mistakes& mistakes_;
  const TomlNode* defaults_ = nullptr;
};

}  // namespace

void read_rows(const TomlNode& document, std::string_view file, Profile& profile, Mistakes& mistakes) {
  FileReader(file, profile, mistakes).read(document);
}

}  // namespace pilotage
