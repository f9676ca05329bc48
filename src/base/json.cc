// SPDX-License-Identifier: Apache-2.0
// simdjson reads (strict UTF-8 and grammar, fast enough for the ingest bar); writing is our own, because the canonical
// form is what the hash chain hashes. The parser keeps its buffers per thread: one line after another costs no memory.
#include "base/json.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pilotage {
namespace {

constexpr size_t kMaxDepth = 64;  // deeper than any message of ours; bounds the recursion below

Result<Json> convert(const simdjson::dom::element& element);

Result<Json> convert_array(const simdjson::dom::array& source) {
  Json::Array array;
  array.reserve(source.size());
  for (const auto& child : source) array.push_back(TRY(convert(child)));
  return Json(std::move(array));
}

bool has_twice(const Json::Object& object) {
  if (object.size() < 2) return false;
  std::vector<std::string_view> keys;
  keys.reserve(object.size());
  for (const auto& member : object) keys.push_back(member.first);
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

Result<Json> convert_object(const simdjson::dom::object& source) {
  Json::Object object;
  object.reserve(source.size());
  for (const auto& field : source) object.emplace_back(std::string(field.key), TRY(convert(field.value)));
  if (has_twice(object)) return usage_error("a key stands twice in one JSON object");
  return Json(std::move(object));
}

Result<Json> convert(const simdjson::dom::element& element) {
  using simdjson::dom::element_type;
  switch (element.type()) {
    case element_type::ARRAY: return convert_array(element.get_array().value_unsafe());
    case element_type::OBJECT: return convert_object(element.get_object().value_unsafe());
    case element_type::INT64: return Json(static_cast<int64_t>(element.get_int64().value_unsafe()));
    case element_type::UINT64: return usage_error("an integer does not fit 64 bits");
    case element_type::DOUBLE: return Json(element.get_double().value_unsafe());
    case element_type::STRING: return Json(element.get_string().value_unsafe());
    case element_type::BOOL: return Json(element.get_bool().value_unsafe());
    case element_type::NULL_VALUE: break;
  }
  return Json();
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      constexpr char kHex[] = "0123456789abcdef";
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

// Always text that reads back as this very double: a bare "-0" and whole numbers of 2^63 and more would be read as
// integers, which have neither.
void append_number(std::string& out, double value) {
  PILOTAGE_CHECK(std::isfinite(value));
  if (value == 0 && std::signbit(value)) { out += "-0.0"; return; }
  char buffer[32];
  char* const limit = buffer + sizeof buffer;
  const bool beyond_integers = std::fabs(value) >= 0x1p63;
  const auto written = beyond_integers ? std::to_chars(buffer, limit, value, std::chars_format::scientific)
                                       : std::to_chars(buffer, limit, value);
  out.append(buffer, written.ptr);
}

enum class Style { kCanonical, kPretty };

class Writer {
 public:
  explicit Writer(Style style) : style_(style) {}

  void write(const Json& value) {
    if (const auto* array = value.array_if()) return write_array(*array);
    if (const auto* object = value.object_if()) return write_object(*object);
    write_scalar(value);
  }

  std::string take() { return std::move(out_); }

 private:
  void write_scalar(const Json& value) {
    if (const auto* text = value.string_if()) return append_quoted(out_, *text);
    if (const auto* integer = value.integer_if()) { out_ += std::to_string(*integer); return; }
    if (const auto* boolean = value.boolean_if()) { out_ += *boolean ? "true" : "false"; return; }
    if (const auto number = value.number()) return append_number(out_, *number);
    out_ += "null";
  }

  void write_array(const Json::Array& array) {
    out_ += '[';
    ++depth_;
    for (size_t i = 0; i < array.size(); ++i) {
      separate(i);
      write(array[i]);
    }
    close(array.empty(), ']');
  }

  void write_object(const Json::Object& object) {
    std::vector<const Json::Member*> members;
    members.reserve(object.size());
    for (const auto& member : object) members.push_back(&member);
    if (style_ == Style::kCanonical) {
      std::sort(members.begin(), members.end(), [](auto* a, auto* b) { return a->first < b->first; });
    }
    out_ += '{';
    ++depth_;
    for (size_t i = 0; i < members.size(); ++i) {
      separate(i);
      append_quoted(out_, members[i]->first);
      out_ += style_ == Style::kPretty ? ": " : ":";
      write(members[i]->second);
    }
    close(members.empty(), '}');
  }

  void separate(size_t index) {
    if (index > 0) out_ += ',';
    if (style_ == Style::kPretty) new_line();
  }

  void close(bool empty, char bracket) {
    --depth_;
    if (style_ == Style::kPretty && !empty) new_line();
    out_ += bracket;
  }

  void new_line() {
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }

  Style style_;
  size_t depth_ = 0;
  std::string out_;
};

}  // namespace

std::optional<double> Json::number() const {
  if (const auto* integer = integer_if()) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value_)) return *real;
  return std::nullopt;
}

const Json* Json::find(std::string_view key) const {
  const auto* object = object_if();
  if (object == nullptr) return nullptr;
  for (const auto& [name, value] : *object) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string_view Json::text_or(std::string_view key, std::string_view otherwise) const {
  const Json* member = find(key);
  const std::string* text = member != nullptr ? member->string_if() : nullptr;
  return text != nullptr ? std::string_view(*text) : otherwise;
}

int64_t Json::integer_or(std::string_view key, int64_t otherwise) const {
  const Json* member = find(key);
  const int64_t* integer = member != nullptr ? member->integer_if() : nullptr;
  return integer != nullptr ? *integer : otherwise;
}

std::optional<double> Json::number_at(std::string_view key) const {
  const Json* member = find(key);
  return member != nullptr ? member->number() : std::nullopt;
}

Json& Json::set(std::string key, Json value) {
  if (is_null()) value_ = Object{};
  auto& object = std::get<Object>(value_);
  for (auto& [name, old] : object) {
    if (name == key) {
      old = std::move(value);
      return *this;
    }
  }
  object.emplace_back(std::move(key), std::move(value));
  return *this;
}

Json& Json::push(Json value) {
  if (is_null()) value_ = Array{};
  std::get<Array>(value_).push_back(std::move(value));
  return *this;
}

std::string Json::canonical() const {
  Writer writer(Style::kCanonical);
  writer.write(*this);
  return writer.take();
}

std::string Json::pretty() const {
  Writer writer(Style::kPretty);
  writer.write(*this);
  return writer.take();
}

Result<Json> parse_json(std::string_view text) {
  thread_local simdjson::dom::parser parser;
  if (parser.capacity() < text.size() || parser.max_depth() != kMaxDepth) {
    if (parser.allocate(std::max<size_t>(text.size(), 4096), kMaxDepth) != simdjson::SUCCESS) {
      return environment_error("not enough memory to read JSON");
    }
  }
  simdjson::dom::element element;
  if (const auto code = parser.parse(text.data(), text.size()).get(element); code != simdjson::SUCCESS) {
    return usage_error(std::string("not valid JSON: ") + simdjson::error_message(code));
  }
  return convert(element);
}

std::string json_quote(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

std::string shortest(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

}  // namespace pilotage
