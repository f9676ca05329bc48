// SPDX-License-Identifier: Apache-2.0
// Each message type has one function that takes its members out of the object by name. What is then left over is an
// unknown member. The first mistake is kept; reading goes on with empty values, which are never handed out.
#include "probe/message.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "probe/plain_observation.h"

namespace pilotage {
namespace {

constexpr int64_t kLargestCount = int64_t{1} << 53;

enum class Need { kRequired, kOptional };

class Members {
 public:
  Members(std::string_view type, Json::Object& object) : type_(type), object_(object) { taken_.fill(false); }

  // A short text without control characters; empty only where it is optional.
  std::string name(std::string_view key, Need need = Need::kRequired, size_t longest = kLongestProbeName) {
    std::string text = take_text(key, need);
    if (text.size() > longest) wrong(key, fmt::format("has more than {} bytes", longest));
    if (std::ranges::any_of(text, is_control_character)) wrong(key, "holds a control character");
    if (text.empty() && need == Need::kRequired) wrong(key, "is empty");
    return text;
  }

  // Words for people: anything but NUL.
  std::string text(std::string_view key, Need need = Need::kRequired) {
    std::string text = take_text(key, need);
    if (text.find('\0') != std::string::npos) wrong(key, "holds a NUL character");
    return text;
  }

  std::string metric() {
    std::string text = name("metric");
    if (!is_metric_name(text)) {
      wrong("metric", fmt::format("\"{}\" is not dotted lower case, as in gemm.bf16.flops", excerpt(text)));
    }
    return text;
  }

  std::string one_of(std::string_view key, std::span<const std::string_view> words) {
    std::string word = name(key);
    if (std::ranges::find(words, word) == words.end()) {
      wrong(key, fmt::format("\"{}\" is not a known word", excerpt(word)));
    }
    return word;
  }

  int64_t integer(std::string_view key, int64_t largest, Need need = Need::kRequired) {
    const Json* value = take(key, need);
    if (value == nullptr) return 0;
    const int64_t* number = value->integer_if();
    if (number == nullptr) return wrong(key, "is not an integer"), 0;
    if (*number < 0 || *number > largest) wrong(key, fmt::format("{} is not between 0 and {}", *number, largest));
    return *number;
  }

  double number(std::string_view key) {
    const Json* value = take(key, Need::kRequired);
    if (value == nullptr) return 0;
    const auto number = value->number();
    if (!number || !std::isfinite(*number)) wrong(key, "is not a finite number");
    return number.value_or(0);
  }

  bool boolean(std::string_view key, Need need) {
    const Json* value = take(key, need);
    if (value == nullptr) return false;
    if (value->boolean_if() == nullptr) return wrong(key, "is neither true nor false"), false;
    return *value->boolean_if();
  }

  std::vector<double> numbers(std::string_view key) {
    std::vector<double> numbers;
    for (const Json& element : array(key, Need::kRequired)) {
      const auto number = element.number();
      if (!number || !std::isfinite(*number)) return wrong(key, "holds what is not a finite number"), numbers;
      numbers.push_back(*number);
    }
    if (numbers.empty()) wrong(key, "has no number");
    return numbers;
  }

  std::vector<std::string> items(std::string_view key) {
    std::vector<std::string> items;
    for (Json& element : array(key, Need::kOptional)) {
      const std::string* text = element.string_if();
      if (text == nullptr || text->size() > kLongestProbeItem || std::ranges::any_of(*text, is_control_character)) {
        return wrong(key, "holds what is not a short text"), items;
      }
      items.push_back(*text);
    }
    if (items.empty() && mentions(key)) wrong(key, "has no text");
    return items;
  }

  bool mentions(std::string_view key) const {
    return std::ranges::any_of(object_, [key](const auto& member) { return member.first == key; });
  }

  Json object(std::string_view key) {
    Json* value = take(key, Need::kRequired);
    if (value == nullptr) return Json::object();
    if (value->object_if() == nullptr) return wrong(key, "is not an object"), Json::object();
    return std::move(*value);
  }

  void wrong(std::string_view key, std::string_view what) {
    if (mistake_.empty()) mistake_ = fmt::format("{}: \"{}\" {}", type_, key, what);
  }

  // The first mistake, an unknown member among them; empty where there is none.
  std::string mistake() {
    for (size_t i = 0; mistake_.empty() && i < object_.size(); ++i) {
      if (i >= taken_.size() || !taken_[i]) wrong(excerpt(object_[i].first), "is not a member of this message");
    }
    return mistake_;
  }

 private:
  Json* take(std::string_view key, Need need) {
    for (size_t i = 0; i < std::min(object_.size(), taken_.size()); ++i) {
      if (object_[i].first != key) continue;
      taken_[i] = true;
      return &object_[i].second;
    }
    if (need == Need::kRequired) wrong(key, "is missing");
    return nullptr;
  }

  std::string take_text(std::string_view key, Need need) {
    const Json* value = take(key, need);
    if (value == nullptr) return {};
    const std::string* text = value->string_if();
    if (text == nullptr) return wrong(key, "is not a text"), std::string();
    return *text;
  }

  Json::Array& array(std::string_view key, Need need) {
    Json* value = take(key, need);
    if (value == nullptr) return none_;
    if (value->array_if() == nullptr) return wrong(key, "is not an array"), none_;
    return *value->array_if();
  }

  std::string_view type_;
  Json::Object& object_;
  std::array<bool, 16> taken_;  // no message has as many members
  std::string mistake_;
  Json::Array none_;
};

ProbeMessage read_observation(Members& from) {
  return Observation{.metric = from.metric(),
                     .unit = from.name("unit"),
                     .item = from.name("item", Need::kOptional, kLongestProbeItem),
                     .run = from.integer("run", kLargestProbeRun, Need::kOptional),
                     .value = from.number("value")};
}

bool has_twice(const std::vector<std::string>& items) {
  std::vector<std::string_view> sorted(items.begin(), items.end());
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) != sorted.end();
}

ProbeMessage read_series(Members& from) {
  ProbeSeries series{.metric = from.metric(),
                     .unit = from.name("unit"),
                     .items = from.items("items"),
                     .run = from.integer("run", kLargestProbeRun, Need::kOptional),
                     .values = from.numbers("values")};
  if (!series.items.empty() && series.items.size() != series.values.size()) {
    from.wrong("items", fmt::format("names {} items for {} values", series.items.size(), series.values.size()));
  }
  if (has_twice(series.items)) from.wrong("items", "names an item twice");
  return series;
}

ProbeMessage read_hello(Members& from) {
  return ProbeHello{.protocol = from.integer("protocol", kLargestCount),
                    .probe = from.name("probe"),
                    .version = from.name("version"),
                    .found = from.object("found")};
}

ProbeMessage read_progress(Members& from) {
  return Progress{.done = from.integer("done", kLargestCount),
                  .total = from.integer("total", kLargestCount),
                  .text = from.text("text")};
}

ProbeMessage read_finding(Members& from) {
  static constexpr std::string_view kClasses[] = {"device change", "adaptation", "development", "unknown"};
  return ProbeFinding{.rule = from.name("rule"),
                      .klass = from.one_of("class", kClasses),
                      .text = from.text("text"),
                      .place = from.text("place", Need::kOptional),
                      .blocking = from.boolean("blocking", Need::kOptional)};
}

ProbeMessage read_log(Members& from) {
  static constexpr std::string_view kLevels[] = {"info", "warning"};
  return ProbeLog{.level = from.one_of("level", kLevels), .text = from.text("text")};
}

bool is_hex_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

ProbeMessage read_artifact(Members& from) {
  ProbeArtifact artifact{.name = from.name("name"),
                         .media = from.name("media"),
                         .bytes = from.integer("bytes", kLargestProbeArtifact),
                         .sha256 = from.name("sha256")};
  if (artifact.name.find('/') != std::string::npos) from.wrong("name", "has a slash: it is a label, not a path");
  if (artifact.sha256.size() != 64 || !std::ranges::all_of(artifact.sha256, is_hex_digit)) {
    from.wrong("sha256", "is not 64 lower-case hex digits");
  }
  return artifact;
}

ProbeMessage read_done(Members&) { return ProbeDone{}; }

ProbeMessage read_error(Members& from) {
  return ProbeError{
      .code = from.name("code"), .message = from.text("message"), .hint = from.text("hint", Need::kOptional)};
}

struct MessageType {
  std::string_view word;
  ProbeMessage (*read)(Members&);
};

constexpr MessageType kTypes[] = {
    {"observation", read_observation}, {"series", read_series},   {"hello", read_hello},
    {"progress", read_progress},       {"finding", read_finding}, {"log", read_log},
    {"artifact", read_artifact},       {"done", read_done},       {"error", read_error},
};

ProbeFailure not_json(std::string_view line, std::string_view why) {
  std::string hint;
  if (line.find("NaN") != std::string_view::npos || line.find("Infinity") != std::string_view::npos) {
    hint = "JSON has no NaN and no infinity: leave out what could not be measured, or report it as a finding";
  }
  return {"not_json", fmt::format("a line is not one JSON object ({}): {}", why, excerpt(line)), hint};
}

// Its members are those of a protocol that this program does not know, so nothing else is checked.
bool is_of_another_protocol(std::string_view type, const Json& message) {
  const Json* protocol = message.find("protocol");
  return type == "hello" && protocol != nullptr && protocol->integer_if() != nullptr &&
         *protocol->integer_if() != kProbeProtocol;
}

ProbeFailure bad_message(std::string_view line, std::string_view mistake) {
  return {"bad_message", fmt::format("{}: {}", mistake, excerpt(line)), "docs/probe-protocol.md lists the messages"};
}

}  // namespace

std::variant<ProbeMessage, ProbeFailure> parse_probe_message(std::string_view line) {
  if (auto observation = read_plain_observation(line)) return ProbeMessage(std::move(*observation));
  return parse_probe_message_strictly(line);
}

std::variant<ProbeMessage, ProbeFailure> parse_probe_message_strictly(std::string_view line) {
  auto value = parse_json(line);
  if (!value.ok()) return not_json(line, value.error().message());
  if (value->object_if() == nullptr) return not_json(line, "another kind of value");
  const std::string type(value->text_or("type"));
  const auto* known = std::ranges::find(kTypes, type, &MessageType::word);
  if (known == std::end(kTypes)) {
    return bad_message(line, fmt::format("\"type\" is \"{}\", which is none", excerpt(type)));
  }
  if (is_of_another_protocol(type, *value)) {
    return ProbeFailure{"wrong_protocol",
                        fmt::format("the probe speaks another protocol than {}: {}", kProbeProtocol, excerpt(line))};
  }
  Members members(type, *value->object_if());
  members.name("type");
  ProbeMessage message = known->read(members);
  if (const auto mistake = members.mistake(); !mistake.empty()) return bad_message(line, mistake);
  return message;
}

std::string excerpt(std::string_view line) {
  constexpr size_t kShown = 80;
  std::string out;
  for (const char c : line.substr(0, kShown)) {
    out += c >= 0x20 && c < 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return line.size() > kShown ? out + "…" : out;
}

}  // namespace pilotage
