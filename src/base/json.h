// SPDX-License-Identifier: Apache-2.0
// Json: one JSON value as a tree, read strictly and written in one canonical form.
// Canonical: object keys sorted by bytes, no spaces, the shortest decimal that reads back to the same double.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace pilotage {

class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;  // in the order of insertion

  Json() = default;
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(int value) : value_(static_cast<int64_t>(value)) {}
  Json(int64_t value) : value_(value) {}
  Json(double value) : value_(value) {}  // must be finite: JSON has no other numbers
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(Array value) : value_(std::move(value)) {}
  Json(Object value) : value_(std::move(value)) {}
  // null where there is no value: absent is not zero.
  template <typename T>
  Json(const std::optional<T>& value) { if (value) *this = Json(*value); }

  static Json object() { return Json(Object{}); }
  static Json array() { return Json(Array{}); }

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_number() const { return integer_if() || std::holds_alternative<double>(value_); }

  // The value if it is of that kind, else null.
  const bool* boolean_if() const { return std::get_if<bool>(&value_); }
  const int64_t* integer_if() const { return std::get_if<int64_t>(&value_); }
  const std::string* string_if() const { return std::get_if<std::string>(&value_); }
  const Array* array_if() const { return std::get_if<Array>(&value_); }
  Object* object_if() { return std::get_if<Object>(&value_); }
  Array* array_if() { return std::get_if<Array>(&value_); }
  const Object* object_if() const { return std::get_if<Object>(&value_); }
  // Integers count as numbers.
  std::optional<double> number() const;

  // The member with that name, or null where this is no object or has none.
  const Json* find(std::string_view key) const;
  // Convenience for reading what this program wrote itself: a default where the member is absent or of another kind.
  std::string_view text_or(std::string_view key, std::string_view otherwise = {}) const;
  int64_t integer_or(std::string_view key, int64_t otherwise) const;
  std::optional<double> number_at(std::string_view key) const;

  // Adds or replaces a member; makes an object of a null.
  Json& set(std::string key, Json value);
  // Adds an element; makes an array of a null.
  Json& push(Json value);

  std::string canonical() const;  // one line, keys sorted
  std::string pretty() const;     // two spaces a level, keys in the order of insertion

  bool operator==(const Json& other) const { return canonical() == other.canonical(); }

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> value_;
};

// Reads exactly one value (RFC 8259, UTF-8). Refuses: anything after it, NaN and infinities, integers beyond 64 bits,
// a key that stands twice in an object, more than 64 levels.
Result<Json> parse_json(std::string_view text);

// A string as a JSON string with its quotes.
std::string json_quote(std::string_view text);
// The shortest decimal that reads back to the same finite double.
std::string shortest(double value);

}  // namespace pilotage
