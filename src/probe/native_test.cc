// SPDX-License-Identifier: Apache-2.0
#include "probe/native.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "probe/host.h"
#include "probe/said_by.h"

namespace pilotage {
namespace {

std::string refused(std::string_view line) {
  const auto parsed = parse_probe_request(line);
  const auto* error = std::get_if<ProbeError>(&parsed);
  return error != nullptr ? error->code : "";
}

TEST(NativeProbe, reads_the_request_that_the_runner_writes) {
  const ProbeRequest sent{.probe = "gemm",
                          .device = "cpu",
                          .parameters = Json::object().set("sizes", Json::array().push(4)),
                          .environment = {{"OMP_NUM_THREADS", "2"}}};
  const auto parsed = parse_probe_request(sent.line());
  ASSERT_TRUE(std::holds_alternative<ProbeRequest>(parsed));
  EXPECT_EQ(std::get<ProbeRequest>(parsed).line(), sent.line());
}

TEST(NativeProbe, refuses_a_request_that_it_does_not_understand) {
  EXPECT_EQ(refused(""), "request");
  EXPECT_EQ(refused("[]"), "request");
  EXPECT_EQ(refused(R"({"protocol":2,"probe":"host","device":"cpu"})"), "protocol");
  EXPECT_EQ(refused(R"({"protocol":1,"probe":"host","device":"cpu","devices":2})"), "request");
  EXPECT_EQ(refused(R"({"protocol":1,"probe":"host","device":3})"), "request");
  EXPECT_EQ(refused(R"({"protocol":1,"probe":"host","device":"cpu","parameters":[]})"), "request");
  EXPECT_EQ(refused(R"({"protocol":1,"probe":"host","device":"cpu","environment":{"A=B":"c"}})"), "request");
  EXPECT_EQ(refused(R"({"protocol":1,"probe":"host","device":"cpu"})"), "");
}

TEST(NativeProbe, ranks_above_zero_are_silent) {
  EXPECT_EQ(voice_of_rank(), Voice::kSpeaks);
  ::setenv("SLURM_PROCID", "1", 1);
  EXPECT_EQ(voice_of_rank(), Voice::kSilent);
  ::setenv("SLURM_PROCID", "0", 1);
  EXPECT_EQ(voice_of_rank(), Voice::kSpeaks);
  ::unsetenv("SLURM_PROCID");
  EXPECT_TRUE(said_by(run_host_probe, {.probe = "host", .device = "cpu"}, Voice::kSilent).empty());
}

TEST(HostProbe, says_what_lasts_in_hello_and_what_changes_in_observations) {
  const auto messages = said_by(run_host_probe, {.probe = "host", .device = "cpu"}, Voice::kSpeaks);
  ASSERT_GE(messages.size(), 3u);
  const Json& found = std::get<ProbeHello>(messages[0]).found;
  EXPECT_GE(found.find("processor")->integer_or("threads", 0), 1);
  EXPECT_GT(found.find("memory")->integer_or("total_bytes", 0), 0);
  EXPECT_FALSE(found.find("system")->text_or("kernel").empty());
  EXPECT_EQ(found.canonical(), host_facts().canonical());
  EXPECT_EQ(std::get<Observation>(messages[1]).metric, "host.memory.available");
}

TEST(HostProbe, refuses_parameters) {
  const auto messages = said_by(
      run_host_probe, {.probe = "host", .device = "cpu", .parameters = Json::object().set("a", 1)}, Voice::kSpeaks);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(std::get<ProbeError>(messages[0]).code, "parameter");
}

}  // namespace
}  // namespace pilotage
