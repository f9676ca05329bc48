// SPDX-License-Identifier: Apache-2.0
#include "probe/conversation.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "probe/recording_sink.h"
#include "probe/speaker.h"

namespace pilotage {
namespace {

constexpr auto kHello = "{\"type\":\"hello\",\"protocol\":1,\"probe\":\"p\",\"version\":\"1\",\"found\":{}}\n";
constexpr auto kDone = "{\"type\":\"done\"}\n";
constexpr auto kOne = "{\"type\":\"observation\",\"metric\":\"a\",\"value\":1,\"unit\":\"1\"}\n";

// The code that a probe gets that writes so much and ends so; empty where all is well.
std::string code_of(const std::string& output, ExitStatus exit = {}, ProbeLimits limits = {}) {
  RecordingSink sink;
  Conversation conversation(limits, sink, {});
  EXPECT_TRUE(conversation.feed(output).ok());
  conversation.finish(exit, "");
  return conversation.breaches().empty() ? "" : conversation.breaches().front().code;
}

TEST(Conversation, hello_numbers_and_done_are_all_it_needs) {
  EXPECT_EQ(code_of(std::string(kHello) + kDone), "");
  EXPECT_EQ(code_of(std::string(kHello) + kOne + kDone), "");
}

TEST(Conversation, an_artifacts_name_is_one_artifacts) {
  const auto artifact = [](const std::string& name) {
    return "{\"type\":\"artifact\",\"name\":\"" + name + "\",\"media\":\"m\",\"bytes\":2,\"sha256\":\"" + sha256_hex("{}") +
           "\"}\n{}";
  };
  EXPECT_EQ(code_of(kHello + artifact("a") + artifact("b") + kDone), "");
  EXPECT_EQ(code_of(kHello + artifact("a") + artifact("a") + kDone), "bad_message");
}

TEST(Conversation, a_probes_own_error_is_shown_cut_and_without_control_characters) {
  RecordingSink sink;
  Conversation conversation({}, sink, {});
  ASSERT_TRUE(conversation.feed("{\"type\":\"error\",\"code\":\"c\",\"message\":\"\\u001b" + std::string(9000, 'x') + "\"}\n").ok());
  conversation.finish({}, "");
  ASSERT_EQ(conversation.breaches().size(), 1U);
  EXPECT_EQ(conversation.breaches()[0].message, "c: \uFFFD" + std::string(1999, 'x') + "…");
}

TEST(Conversation, names_each_breach_of_the_order) {
  const std::string hello = kHello;
  EXPECT_EQ(code_of(std::string(kOne) + kDone), "no_hello");
  EXPECT_EQ(code_of(""), "no_hello");
  EXPECT_EQ(code_of(hello + hello), "bad_message");
  EXPECT_EQ(code_of(hello + kDone + kOne), "after_done");
  EXPECT_EQ(code_of(hello + kDone + "x"), "after_done");
  EXPECT_EQ(code_of(hello + kOne), "no_done");
  EXPECT_EQ(code_of(hello + "{\"type\":\"done\"}"), "no_done");  // without its end of line it may be cut
  EXPECT_EQ(code_of(hello + "\n" + kDone), "not_json");
  EXPECT_EQ(code_of("Welcome to this host\n" + hello + kDone), "not_json");
}

TEST(Conversation, names_how_it_ended) {
  const std::string whole = std::string(kHello) + kDone;
  EXPECT_EQ(code_of(whole, {.code = 3}), "exit_status");
  EXPECT_EQ(code_of(whole, {.signal = 11}), "exit_status");
  EXPECT_EQ(code_of(kHello, {.signal = 11}), "crashed");
  EXPECT_EQ(code_of("", {.code = 127}), "no_hello");
  EXPECT_EQ(code_of("{\"type\":\"error\",\"code\":\"device\",\"message\":\"none\"}\n", {.code = 1}), "probe_error");
}

TEST(Conversation, an_artifact_must_be_whole_and_its_own) {
  const std::string bytes = "raw\nbytes";
  const std::string line = probe_line(ProbeArtifact{
      .name = "a", .media = "text/plain", .bytes = static_cast<int64_t>(bytes.size()), .sha256 = sha256_hex(bytes)});
  EXPECT_EQ(code_of(kHello + line + bytes + kDone), "");
  EXPECT_EQ(code_of(kHello + line + "raw bytes" + kDone), "wrong_digest");
  EXPECT_EQ(code_of(kHello + line + "raw"), "truncated_artifact");
  EXPECT_EQ(code_of(kHello + line + "raw", {.signal = 9}), "crashed");
}

TEST(Conversation, one_metric_has_one_unit) {
  const std::string other = "{\"type\":\"series\",\"metric\":\"a\",\"values\":[1],\"unit\":\"s\"}\n";
  EXPECT_EQ(code_of(std::string(kHello) + kOne + other + kDone), "bad_message");
}

TEST(Conversation, too_much_output_ends_it) {
  EXPECT_EQ(code_of(std::string(kHello) + kOne + kOne + kDone, {}, {.numbers = 2}), "too_much_output");
  const std::string series = "{\"type\":\"series\",\"metric\":\"a\",\"values\":[1,2,3],\"unit\":\"1\"}\n";
  EXPECT_EQ(code_of(kHello + series + kDone, {}, {.numbers = 4}), "too_much_output");
  EXPECT_EQ(code_of(kHello + series + kDone, {}, {.bytes = 100}), "too_much_output");
  std::string many = kHello;
  for (int i = 0; i <= 10; ++i) {
    many += "{\"type\":\"observation\",\"metric\":\"m" + std::to_string(i) + "\",\"value\":1,\"unit\":\"1\"}\n";
  }
  EXPECT_EQ(code_of(many + kDone, {}, {.metrics = 10}), "too_much_output");
  EXPECT_EQ(code_of(std::string((size_t{4} << 20) + 1, 'x')), "line_too_long");
}

TEST(Conversation, keeps_what_came_before_a_breach_and_takes_nothing_after_it) {
  RecordingSink sink;
  Conversation conversation({}, sink, {});
  ASSERT_TRUE(conversation.feed(std::string(kHello) + kOne + "garbage\n" + kOne).ok());
  EXPECT_EQ(sink.all<Observation>().size(), 1u);
  EXPECT_TRUE(conversation.over());
}

TEST(Conversation, goes_on_where_every_breach_is_wanted) {
  RecordingSink sink;
  Conversation conversation({.after_breach = AfterBreach::kGoOn}, sink, {});
  ASSERT_TRUE(conversation.feed(std::string(kOne) + "garbage\n" + kHello + "{}\n" + kOne).ok());
  conversation.finish({}, "");
  std::vector<std::string> codes;
  for (const auto& breach : conversation.breaches()) codes.push_back(breach.code);
  EXPECT_EQ(codes, (std::vector<std::string>{"no_hello", "not_json", "bad_message", "bad_message", "no_done"}));
}

TEST(Conversation, shows_progress_and_keeps_none) {
  RecordingSink sink;
  std::vector<int64_t> seen;
  Conversation conversation({}, sink, [&](const Progress& progress) { seen.push_back(progress.done); });
  ASSERT_TRUE(
      conversation.feed(std::string(kHello) + "{\"type\":\"progress\",\"done\":7,\"total\":9,\"text\":\"\"}\n").ok());
  EXPECT_EQ(seen, std::vector<int64_t>{7});
  EXPECT_EQ(sink.messages.size(), 1u);
}

}  // namespace
}  // namespace pilotage
