// SPDX-License-Identifier: Apache-2.0
// The type of a value is that of its slot; the form of a text and all bounds come from the row.
#include "plan/value.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <type_traits>

#include "base/text.h"
#include "base/units.h"
#include "plan/form.h"
#include "base/mistakes.h"

namespace pilotage {
namespace {

std::string_view kind_of(const TomlNode& node) {
  constexpr std::string_view kNames[] = {"text", "an integer", "a number", "true or false", "a list", "a table"};
  return kNames[node.value.index()];
}

std::optional<double> number_of(const TomlNode& node) {
  if (const auto* integer = node.integer_if()) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&node.value)) return *real;
  return std::nullopt;
}

Json to_json(const TomlNode& node) {
  Json out;
  if (const auto* text = node.string_if()) return Json(*text);
  if (const auto* integer = node.integer_if()) return Json(*integer);
  if (const auto* truth = node.boolean_if()) return Json(*truth);
  if (const auto number = number_of(node)) return Json(*number);
  if (const auto* array = node.array_if()) {
    out = Json::array();
    for (const auto& element : *array) out.push(to_json(element));
    return out;
  }
  out = Json::object();
  for (const auto& member : *node.table_if()) out.set(member.key, to_json(member.node));
  return out;
}

// Puts one value, collecting what is wrong with it.
class Putter {
 public:
  Putter(const TomlNode& node, const Key& key) : node_(node), key_(key) {}

  std::vector<Complaint> put(const Slot& slot) {
    std::visit([this](const auto& where) { fill(where); }, slot);
    return std::move(complaints_);
  }

 private:
  void complain(TomlPlace place, std::string text) { complaints_.push_back({place, std::move(text)}); }
  void wrong_type(const TomlNode& node, std::string_view wanted) {
    std::string text = fmt::format("must be {}, this is {}", wanted, kind_of(node));
    if (!key_.why_this_type.empty()) text += fmt::format(" ({})", key_.why_this_type);
    complain(node.place, std::move(text));
  }

  // ---- single values; each says what is wrong and returns nothing, or returns the value ----
  const std::string* text(const TomlNode& node) {
    const auto* value = node.string_if();
    if (value == nullptr) {
      wrong_type(node, "text");
      return nullptr;
    }
    const std::string problem = problem_of_text(*value, key_);
    if (!problem.empty()) complain(node.place, problem);
    return problem.empty() ? value : nullptr;
  }

  bool within(const TomlNode& node, double value) {
    const bool open = key_.form == Form::kOpen;
    if (open ? value > key_.low && value < key_.high : value >= key_.low && value <= key_.high) return true;
    complain(node.place,
             fmt::format("must be {} {} and {} {}, this is {}", open ? "above" : "at least", bound_text(key_.low),
                         open ? "below" : "at most", bound_text(key_.high), bound_text(value)));
    return false;
  }

  std::optional<int64_t> integer(const TomlNode& node) {
    const auto* value = node.integer_if();
    if (value == nullptr) {
      wrong_type(node, "an integer");
      return std::nullopt;
    }
    if (!within(node, static_cast<double>(*value))) return std::nullopt;
    return *value;
  }

  std::optional<double> real(const TomlNode& node) {
    const auto value = number_of(node);
    if (!value) {
      wrong_type(node, "a number");
      return std::nullopt;
    }
    return within(node, *value) ? value : std::nullopt;
  }

  template <typename Element, typename Read>
  void list(std::vector<Element>* where, std::string_view wanted, Read read) {
    const auto* array = node_.array_if();
    if (array == nullptr) return wrong_type(node_, wanted);
    if (array->size() > kMaxElements) {
      return complain(node_.place, fmt::format("has {} elements, at most {} are allowed", array->size(), kMaxElements));
    }
    std::vector<Element> values;
    std::set<Element> seen;
    for (const auto& element : *array) {
      const auto value = read(element);
      if (!value) continue;
      if (!seen.insert(*value).second && key_.form != Form::kCommand) complain(element.place, "has an element twice");
      values.push_back(*value);
    }
    if (complaints_.empty()) *where = std::move(values);
  }

  // ---- one for each kind of slot ----
  void fill(std::string* where) {
    if (const auto* value = text(node_)) *where = *value;
  }
  void fill(int64_t* where) {
    if (const auto value = integer(node_)) *where = *value;
  }
  void fill(double* where) {
    if (const auto value = real(node_)) *where = *value;
  }
  void fill(std::optional<int64_t>* where) {
    if (const auto value = integer(node_)) *where = value;
  }
  void fill(std::optional<double>* where) {
    if (const auto value = real(node_)) *where = value;
  }

  void fill(bool* where) {
    const auto* value = node_.boolean_if();
    if (value == nullptr) return wrong_type(node_, "true or false");
    *where = *value;
  }

  void fill(std::vector<std::string>* where) {
    list(where, "a list of texts", [this](const TomlNode& node) { return text(node); });
  }
  void fill(std::vector<int64_t>* where) {
    list(where, "a list of integers", [this](const TomlNode& node) { return integer(node); });
  }

  void fill(Json* where) {
    if (node_.table_if() == nullptr) return wrong_type(node_, "a table");
    const std::string problem = problem_of_table(node_);
    if (!problem.empty()) return complain(node_.place, problem);
    *where = to_json(node_);
  }

  template <typename Enumeration>
  requires std::is_enum_v<Enumeration>
  void fill(Enumeration* where) {
    const auto* value = text(node_);  // checks that it is one of the words
    if (value == nullptr) return;
    const auto words = words_of(*where);
    *where = static_cast<Enumeration>(std::find(words.begin(), words.end(), *value) - words.begin());
  }

  void fill(const LimitSlot& where) {
    if (const auto number = number_of(node_)) return set_limit(where, {*number, "1"});
    const auto* value = node_.string_if();
    if (value == nullptr) return wrong_type(node_, "a number, or text with a unit (\"250 ms\")");
    const auto quantity = parse_quantity(*value);
    if (!quantity.ok()) return complain(node_.place, "is not a number with a unit: " + quantity.error().message());
    set_limit(where, *quantity);
  }
  static void set_limit(const LimitSlot& where, const Quantity& quantity) {
    *where.value = quantity.value;
    *where.unit = quantity.unit;
  }

  void fill(const MarginSlot& where) {
    const auto* value = node_.string_if();
    if (value == nullptr) return wrong_type(node_, "text such as \"0.01 abs\" or \"0.01 rel\"");
    const auto margin = parse_margin(*value);
    if (!margin.ok()) return complain(node_.place, margin.error().message());
    *where.margin = margin->margin;
    *where.unit = margin->unit;
  }

  const TomlNode& node_;
  const Key& key_;
  std::vector<Complaint> complaints_;
};

template <typename T>
Json json_list(const std::vector<T>& values) {
  Json out = Json::array();
  for (const auto& value : values) out.push(Json(value));
  return out;
}

struct Reader {
  Json operator()(const std::string* value) const { return Json(*value); }
  Json operator()(const int64_t* value) const { return Json(*value); }
  Json operator()(const double* value) const { return Json(*value); }
  Json operator()(const bool* value) const { return Json(*value); }
  Json operator()(const std::optional<int64_t>* value) const { return Json(*value); }
  Json operator()(const std::optional<double>* value) const { return Json(*value); }
  Json operator()(const std::vector<std::string>* value) const { return json_list(*value); }
  Json operator()(const std::vector<int64_t>* value) const { return json_list(*value); }
  Json operator()(const Json* value) const { return *value; }
  Json operator()(const LimitSlot& slot) const {
    if (!*slot.value) return {};
    return Json::object().set("value", **slot.value).set("unit", *slot.unit);
  }
  Json operator()(const MarginSlot& slot) const {
    if (!*slot.margin) return {};
    const Margin& margin = **slot.margin;
    return Json::object().set("value", margin.value).set("scale", word(margin.scale)).set("unit", *slot.unit);
  }
  template <typename Enumeration>
  requires std::is_enum_v<Enumeration> Json operator()(const Enumeration* value) const { return Json(word(*value)); }
};

struct Namer {
  std::string_view operator()(const std::string*) const { return "text"; }
  std::string_view operator()(const int64_t*) const { return "integer"; }
  std::string_view operator()(const std::optional<int64_t>*) const { return "integer"; }
  std::string_view operator()(const double*) const { return "number"; }
  std::string_view operator()(const std::optional<double>*) const { return "number"; }
  std::string_view operator()(const bool*) const { return "true or false"; }
  std::string_view operator()(const std::vector<std::string>*) const { return "list of texts"; }
  std::string_view operator()(const std::vector<int64_t>*) const { return "list of integers"; }
  std::string_view operator()(const Json*) const { return "table"; }
  std::string_view operator()(const LimitSlot&) const { return "number, or text with a unit"; }
  std::string_view operator()(const MarginSlot&) const { return "text"; }
  template <typename Enumeration>
  requires std::is_enum_v<Enumeration> std::string_view operator()(const Enumeration*) const { return "text"; }
};

}  // namespace

std::vector<Complaint> put(const TomlNode& node, const Key& key, const Slot& slot) {
  return Putter(node, key).put(slot);
}

Json value_of(const Slot& slot) { return std::visit(Reader{}, slot); }

std::string_view type_name(const Slot& slot) { return std::visit(Namer{}, slot); }

}  // namespace pilotage
