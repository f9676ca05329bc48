// SPDX-License-Identifier: Apache-2.0
#include "probe/message.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "probe/speaker.h"

namespace pilotage {
namespace {

// The code under which a line is refused, or the line as it would be said again.
std::string read(std::string_view line) {
  const auto parsed = parse_probe_message(line);
  if (const auto* failure = std::get_if<ProbeFailure>(&parsed)) return failure->code;
  return probe_line(std::get<ProbeMessage>(parsed));
}

TEST(ProbeMessage, every_kind_reads_back_as_it_was_said) {
  const ProbeMessage messages[] = {
      ProbeHello{.protocol = 1, .probe = "gemm", .version = "1.2", .found = Json::object().set("cores", 2)},
      Progress{.done = 1, .total = 4, .text = "warming up"},
      Observation{.metric = "gemm.bf16.flops", .unit = "FLOP/s", .item = "512", .run = 3, .value = 1.5e12},
      ProbeSeries{.metric = "latency.batch", .unit = "s", .items = {"a", "b"}, .run = 1, .values = {0.1, -2}},
      ProbeFinding{.rule = "gemm.integer_sums", .klass = "unknown", .text = "wrong", .place = "512", .blocking = true},
      ProbeLog{.level = "warning", .text = "two\nlines"},
      ProbeArtifact{
          .name = "out.safetensors", .media = "application/octet-stream", .bytes = 5, .sha256 = std::string(64, 'a')},
      ProbeDone{},
      ProbeError{.code = "device", .message = "there is none", .hint = "name another"},
  };
  for (const auto& message : messages) {
    const std::string line = probe_line(message);
    EXPECT_EQ(read(std::string_view(line).substr(0, line.size() - 1)), line);
  }
}

TEST(ProbeMessage, optional_members_may_be_left_out) {
  EXPECT_EQ(read(R"({"type":"observation","metric":"a","value":1,"unit":"1"})"),
            "{\"metric\":\"a\",\"run\":0,\"type\":\"observation\",\"unit\":\"1\",\"value\":1}\n");
  EXPECT_EQ(read(R"({"type":"finding","rule":"r","class":"unknown","text":"t"})"),
            "{\"blocking\":false,\"class\":\"unknown\",\"rule\":\"r\",\"text\":\"t\",\"type\":\"finding\"}\n");
}

TEST(ProbeMessage, what_is_not_one_json_object_is_not_json) {
  for (const auto* line : {"", "hello", "[1]", "3", "{", "{} {}", "{\"type\":\"done\",\"type\":\"done\"}",
                           R"({"type":"observation","metric":"a","value":NaN,"unit":"1"})",
                           R"({"type":"observation","metric":"a","value":1e999,"unit":"1"})", "{\"type\":\"\xff\"}"}) {
    EXPECT_EQ(read(line), "not_json") << line;
  }
}

TEST(ProbeMessage, what_the_page_does_not_allow_is_a_bad_message) {
  for (const auto* line : {
           "{}",
           R"({"type":"observations"})",
           R"({"type":"done","more":1})",
           R"({"type":3})",
           R"({"type":"observation","metric":"a","value":1})",                // no unit
           R"({"type":"observation","metric":"a","value":1,"unit":""})",      // an empty one
           R"({"type":"observation","metric":"a","value":"1","unit":"1"})",   // not a number
           R"({"type":"observation","metric":"a","value":null,"unit":"1"})",  // absent is not a number
           R"({"type":"observation","metric":"A b","value":1,"unit":"1"})",   // metric grammar
           R"({"type":"observation","metric":".a","value":1,"unit":"1"})",
           R"({"type":"observation","metric":"a","value":1,"unit":"1","run":-1})",
           R"({"type":"observation","metric":"a","value":1,"unit":"1","run":1.5})",
           R"({"type":"observation","metric":"a","value":1,"unit":"1","item":"a\u0000"})",
           R"({"type":"series","metric":"a","unit":"s","values":[]})",
           R"({"type":"series","metric":"a","unit":"s","values":[1,"2"]})",
           R"({"type":"series","metric":"a","unit":"s","values":[1,2],"items":["a"]})",
           R"({"type":"series","metric":"a","unit":"s","values":[1,2],"items":["a","a"]})",
           R"({"type":"series","metric":"a","unit":"s","values":[1],"items":[]})",
           R"({"type":"hello","protocol":1,"probe":"p","version":"1"})",  // no found
           R"({"type":"finding","rule":"r","class":"bad","text":"t"})",
           R"({"type":"artifact","name":"a/b","media":"m","bytes":1,"sha256":"00"})",
           R"({"type":"artifact","name":"a","media":"m","bytes":-1,"sha256":"00"})",
       }) {
    EXPECT_EQ(read(line), "bad_message") << line;
  }
}

TEST(ProbeMessage, the_fast_road_for_observations_agrees_with_the_strict_one) {
  const std::string_view values[] = {
      "1",    "-0.0", "1.5e-7", "9223372036854775807", "18446744073709551615", "1e308", "1e999", "null", "\"1\"",
      "true", "NaN",  "[1]"};
  const std::string_view others[] = {"",
                                     R"(,"item":"x")",
                                     R"(,"item":"")",
                                     R"(,"item":3)",
                                     R"(,"run":7)",
                                     R"(,"run":-1)",
                                     R"(,"run":1.0)",
                                     R"(,"run":1000000001)",
                                     R"(,"item":"a","run":2,"more":1)",
                                     R"(,"item":"a","item":"b")",
                                     R"(,"item":"\n")",
                                     R"(,"unit":"s")"};
  for (const auto value : values) {
    for (const auto other : others) {
      const std::string line =
          fmt::format(R"({{"value":{},"type":"observation","unit":"s","metric":"a.b"{}}})", value, other);
      const auto strict = parse_probe_message_strictly(line);
      const auto* message = std::get_if<ProbeMessage>(&strict);
      EXPECT_EQ(read(line), message != nullptr ? probe_line(*message) : std::get<ProbeFailure>(strict).code) << line;
    }
  }
}

TEST(ProbeMessage, says_which_member_is_wrong) {
  const auto parsed = parse_probe_message(R"({"type":"observation","metric":"a","value":1,"unit":"1","itme":"x"})");
  EXPECT_TRUE(std::get<ProbeFailure>(parsed).message.starts_with("observation: \"itme\" is not a member"));
}

TEST(ProbeMessage, another_protocol_is_named_before_its_members_are) {
  EXPECT_EQ(read(R"({"type":"hello","protocol":2,"speaker":"p"})"), "wrong_protocol");
}

TEST(ProbeMessage, an_excerpt_shows_no_control_characters) {
  EXPECT_EQ(excerpt("a\x1b[1m\xff"), "a\\x1b[1m\\xff");
  EXPECT_EQ(excerpt(std::string(100, 'a')), std::string(80, 'a') + "…");
}

}  // namespace
}  // namespace pilotage
