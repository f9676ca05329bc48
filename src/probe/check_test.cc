// SPDX-License-Identifier: Apache-2.0
#include "probe/check.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

constexpr auto kHello = R"(read request; echo '{"type":"hello","protocol":1,"probe":"p","version":"1","found":{}}'; )";
constexpr auto kOne = R"(echo '{"type":"observation","metric":"a","value":1,"unit":"1"}'; )";
constexpr auto kDone = R"(echo '{"type":"done"}'; )";

ProbeCheck check(const std::string& script) {
  auto checked = check_probe({.launcher = {}, .argv = {"sh", "-c", script}}, {.probe = "p", .device = "cpu"}, {});
  EXPECT_TRUE(checked.ok());
  return std::move(checked).value();
}

std::vector<std::string> codes(const ProbeCheck& check) {
  std::vector<std::string> codes;
  for (const auto& breach : check.breaches) codes.push_back(breach.code);
  return codes;
}

TEST(ProbeCheck, lists_what_a_good_probe_said) {
  const auto good = check(std::string(kHello) +
                          R"(echo '{"type":"series","metric":"t","values":[3,1,2],"unit":"s"}'; )" + kOne + kDone);
  EXPECT_TRUE(good.breaches.empty());
  ASSERT_EQ(good.metrics.size(), 2u);
  EXPECT_EQ(good.metrics[0].count, 3);
  EXPECT_EQ(good.metrics[0].smallest, 1);
  EXPECT_EQ(good.metrics[0].largest, 3);
  EXPECT_EQ(good.end_of_input, EndOfInput::kTooQuickToTell);
  EXPECT_TRUE(*probe_check_to_json(good).find("keeps_protocol")->boolean_if());
}

TEST(ProbeCheck, lists_every_breach) {
  const auto bad = check(std::string(kHello) + kOne + kOne + "echo hi; echo '{}'; " + kDone + "exit 2");
  EXPECT_EQ(codes(bad), (std::vector<std::string>{"bad_message", "not_json", "bad_message", "exit_status"}));
}

TEST(ProbeCheck, sees_whether_the_end_of_input_ends_the_probe) {
  const auto end_of = [](const std::string& script) {
    const ProbeCommand command{.launcher = {}, .argv = {"sh", "-c", kHello + script + kDone}};
    const auto checked = check_probe(command, {.probe = "p", .device = "cpu"}, {}, std::chrono::milliseconds(50));
    return checked.ok() ? checked->end_of_input : EndOfInput::kTooQuickToTell;
  };
  EXPECT_EQ(end_of("sleep 0.3; "), EndOfInput::kIgnored);
  EXPECT_EQ(end_of("timeout 0.3 cat >/dev/null || true; "), EndOfInput::kObeyed);  // reads on to the end
}

TEST(ProbeCheck, a_command_that_is_not_there_is_one_breach) {
  const auto checked = check_probe({.launcher = {}, .argv = {"/no/such/probe"}}, {}, {});
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(codes(*checked), std::vector<std::string>{"not_started"});
}

}  // namespace
}  // namespace pilotage
