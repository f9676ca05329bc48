// SPDX-License-Identifier: Apache-2.0
#include "plan/form.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/text.h"
#include "base/units.h"
#include "base/mistakes.h"

namespace pilotage {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <typename Test>
bool all(std::string_view text, Test test) {  // of no text, too: whether it may be empty is a matter of its bounds
  return std::all_of(text.begin(), text.end(), test);
}

bool is_metric(std::string_view text) {
  return all(text, [](char c) { return is_lower(c) || is_digit(c) || c == '_' || c == '.'; });
}

bool is_variable(std::string_view text) {
  return all(text, [](char c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }) && !text.empty() &&
         !is_digit(text[0]);
}

// Line ends and tabs are text; other control characters are never meant, and NUL would cut a command line short.
bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
  });
}

bool climbs(std::string_view path) {
  const auto parts = split(path, '/');
  return std::find(parts.begin(), parts.end(), "..") != parts.end();
}

std::string problem_of_variable(std::string_view text) {
  const auto equals = text.find('=');
  if (equals != std::string_view::npos) {  // the value is not repeated: it may be a secret
    return fmt::format(
        "takes names only, write {}: a plan stores no values, so no secrets; set the variable where "
        "`pilotage run` starts",
        shown(text.substr(0, equals)));
  }
  return is_variable(text) ? "" : "must be the name of an environment variable, this is " + shown(text);
}

std::string problem_of_path(std::string_view text, Form form) {
  if (text.empty() || form == Form::kHostPath) return "";
  const bool home = text.starts_with("~");
  if (form == Form::kKeyPath && text.starts_with("~/")) return "";
  if (text.starts_with("/") || home) {
    return "must be relative to the plan's folder, so that another machine can use the plan; this is " + shown(text);
  }
  if (form == Form::kPath && climbs(text)) return "must stay inside the plan's folder, this is " + shown(text);
  return "";
}

std::string problem_of_form(std::string_view text, Form form) {
  switch (form) {
    case Form::kId: return is_id(text) ? "" : "must be of a-z, 0-9, `_` and `-`, this is " + shown(text);
    case Form::kMetric: return is_metric(text) ? "" : "must be of a-z, 0-9, `_` and `.`, this is " + shown(text);
    case Form::kCurrency: return all(text, is_upper) ? "" : "must be three letters A-Z, this is " + shown(text);
    case Form::kVariable: return problem_of_variable(text);
    case Form::kPath:
    case Form::kLoosePath:
    case Form::kKeyPath:
    case Form::kHostPath: return problem_of_path(text, form);
    default: return "";
  }
}

std::string problem_of_length(std::string_view text, const Key& key) {
  const auto size = static_cast<double>(text.size());
  if (size < key.low) return text.empty() ? "must not be empty" : fmt::format("is too short: {}", shown(text));
  if (size > key.high) return fmt::format("is longer than {} bytes", bound_text(key.high));
  return "";
}

}  // namespace

bool is_id(std::string_view text) {
  return all(text, [](char c) { return is_lower(c) || is_digit(c) || c == '_' || c == '-'; });
}

std::string problem_of_text(std::string_view text, const Key& key) {
  const auto words = words_of(key);
  if (!words.empty()) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return "";
    return "cannot be " + shown(text) + suggestion(text, words);
  }
  if (has_control(text)) return "has a control character";
  const std::string form = problem_of_form(text, key.form);  // first: it may have to hide what it found
  return form.empty() ? problem_of_length(text, key) : form;
}

std::string problem_of_table(const TomlNode& node) {
  if (const auto* text = node.string_if()) {
    if (has_control(*text)) return "has a control character in a text";
    return text->size() > kMaxText ? fmt::format("has a text longer than {} bytes", kMaxText) : "";
  }
  if (const auto* array = node.array_if()) {
    for (const auto& element : *array) {
      if (auto problem = problem_of_table(element); !problem.empty()) return problem;
    }
  }
  if (const auto* table = node.table_if()) {
    for (const auto& member : *table) {
      if (has_control(member.key) || member.key.size() > kMaxName) return "has an unusable key " + shown(member.key);
      if (auto problem = problem_of_table(member.node); !problem.empty()) return problem;
    }
  }
  return "";
}

std::string bound_text(double value) {
  constexpr double kExact = 9007199254740992.0;  // integers up to 2^53 have one double each
  if (std::fabs(value) <= kExact && value == std::floor(value)) return std::to_string(static_cast<int64_t>(value));
  return shortest(value);
}

Result<ParsedMargin> parse_margin(std::string_view text) {
  text = trim(text);
  const bool absolute = text.ends_with(" abs");
  if (!absolute && !text.ends_with(" rel")) {
    return usage_error("must end in `abs` or `rel` (\"0.01 abs\", \"5 ms abs\", \"0.01 rel\"), this is " + shown(text));
  }
  const auto quantity = parse_quantity(text.substr(0, text.size() - 4));
  if (!quantity.ok()) return usage_error("is not a number with a unit: " + quantity.error().message());
  if (!(quantity->value > 0)) return usage_error("must be above 0, this is " + shown(text));
  if (!absolute && quantity->unit != "1") {
    return usage_error("is a part of the reference's value and has no unit, this is " + shown(text));
  }
  return ParsedMargin{{quantity->value, absolute ? Scale::kAbsolute : Scale::kRelative}, quantity->unit};
}

}  // namespace pilotage
