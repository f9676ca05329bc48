// SPDX-License-Identifier: Apache-2.0
// The measuring native probes in small: real products and real memory, sizes that take milliseconds.
#include <gtest/gtest.h>

#include <cmath>

#include "probe/gemm.h"
#include "probe/gemm_product.h"
#include "probe/memory.h"
#include "probe/repeats.h"
#include "probe/said_by.h"
#include "probe/stream.h"

namespace pilotage {
namespace {

ProbeRequest request(std::string_view parameters, std::string device = "cpu") {
  return {.probe = "", .device = std::move(device), .parameters = *parse_json(parameters)};
}

template <typename T>
std::vector<T> only(const std::vector<ProbeMessage>& messages) {
  std::vector<T> found;
  for (const auto& message : messages) {
    if (const auto* one = std::get_if<T>(&message)) found.push_back(*one);
  }
  return found;
}

TEST(GemmProbe, every_format_gives_exact_sums) {
  const auto matrices = make_integer_matrices(33, 7);
  for (const auto format : {GemmFormat::kFp32, GemmFormat::kInt8}) {
    auto product = GemmProduct::prepare(format, matrices);
    ASSERT_TRUE(product.ok());
    ASSERT_TRUE(product->multiply().ok());
    const auto read = [&](int64_t row, std::span<double> into) { product->read_row(row, into); };
    EXPECT_EQ(check_sums(matrices, read).wrong_rows, 0) << word(format);
  }
}

TEST(GemmProbe, says_sums_and_then_speed_run_by_run) {
  const auto said =
      said_by(run_gemm_probe, request(R"({"sizes":[16],"formats":["fp32"],"repeats":6})"), Voice::kSpeaks);
  const auto numbers = only<Observation>(said);
  ASSERT_EQ(numbers.size(), 7u);
  EXPECT_EQ(numbers[0].metric, "gemm.fp32.wrong_rows");
  EXPECT_EQ(numbers[0].value, 0);
  EXPECT_EQ(numbers[6].metric, "gemm.fp32.flops");
  EXPECT_EQ(numbers[6].unit, "FLOP/s");
  EXPECT_EQ(numbers[6].item, "16");
  EXPECT_EQ(numbers[6].run, 5);
  EXPECT_GT(numbers[6].value, 0);
  EXPECT_TRUE(only<ProbeFinding>(said).empty());
}

TEST(GemmProbe, refuses_what_it_does_not_know) {
  for (const auto* parameters : {R"({"sizes":[0]})", R"({"sizes":[]})", R"({"sizes":4})", R"({"formats":["fp64"]})",
                                 R"({"size":[4]})", R"({"repeats":0})", "[]"}) {
    const auto said = said_by(run_gemm_probe, request(parameters), Voice::kSpeaks);
    ASSERT_EQ(said.size(), 1u) << parameters;
    EXPECT_EQ(std::get<ProbeError>(said[0]).code, "parameter") << parameters;
  }
  EXPECT_EQ(std::get<ProbeError>(said_by(run_gemm_probe, request("{}", "cuda:0"), Voice::kSpeaks)[0]).code, "device");
}

TEST(MemoryProbe, runs_all_four_loops_and_finds_its_values_again) {
  const auto said = said_by(run_memory_probe, request(R"({"mib":1,"threads":2,"repeats":3})"), Voice::kSpeaks);
  const auto numbers = only<Observation>(said);
  ASSERT_EQ(numbers.size(), 13u);
  EXPECT_EQ(numbers[0].metric, "memory.copy.bandwidth");
  EXPECT_EQ(numbers[11].metric, "memory.triad.bandwidth");
  EXPECT_EQ(numbers[12].metric, "memory.wrong_values");
  EXPECT_EQ(numbers[12].value, 0);
}

TEST(MemoryProbe, more_threads_than_cache_lines_do_no_harm) {
  const auto result = run_stream(3 * kStreamLine, 5, 2);
  EXPECT_EQ(result.wrong_values, 0);
  EXPECT_EQ(result.seconds[3].size(), 2u);
}

TEST(Repeats, times_what_was_asked_for) {
  int64_t calls = 0;
  const auto call = [&]() -> Status { return ++calls, Done{}; };
  const auto times = time_repeats(call, 5, std::chrono::nanoseconds(0), std::chrono::microseconds(100));
  ASSERT_TRUE(times.ok());
  EXPECT_EQ(times->seconds.size(), 5u);
  EXPECT_EQ(calls, 3 + 5 * times->calls);
}

TEST(Repeats, stops_at_the_first_error) {
  const auto broken = []() -> Status { return environment_error("broken"); };
  EXPECT_FALSE(time_repeats(broken, 5, {}, {}).ok());
}

TEST(Repeats, tells_the_median_with_its_interval) {
  EXPECT_EQ(median_text({1e9, 2e9, 3e9}, 1e9), "median 2 of 3 runs, too few for an interval");
  std::vector<double> values;
  for (int i = 1; i <= 20; ++i) values.push_back(i);
  EXPECT_EQ(median_text(values, 1), "median 10 (95 % interval 6 to 15 of 20 runs)");
}

}  // namespace
}  // namespace pilotage
