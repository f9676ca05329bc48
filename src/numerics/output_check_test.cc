// SPDX-License-Identifier: Apache-2.0
#include "numerics/output_check.h"

#include <gtest/gtest.h>

#include <limits>

namespace pilotage {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::string verdict_on(const std::vector<float>& values, std::vector<int64_t> shape) {
  const Tensor output{
      .name = "e", .dtype = DType::kF32, .shape = std::move(shape), .bytes = std::as_bytes(std::span(values))};
  const auto fault = check_output(output);
  if (!fault.ok()) return "error: " + fault.error().message();
  return *fault ? (*fault)->code + ": " + (*fault)->text : "sound";
}

TEST(OutputCheck, accepts_rows_that_differ) {
  EXPECT_EQ(verdict_on({1, 2, 1, 3}, {2, 2}), "sound");
  EXPECT_EQ(verdict_on({0, 0, 0, 0, 0, 1}, {3, 2}), "sound");
}

TEST(OutputCheck, refuses_what_is_empty) {
  EXPECT_EQ(verdict_on({}, {0, 8}), "empty: output \"e\" has the shape [0, 8]");
  EXPECT_EQ(verdict_on({}, {8, 0}), "empty: output \"e\" has the shape [8, 0]");
}

TEST(OutputCheck, names_the_first_value_that_is_not_finite) {
  EXPECT_EQ(verdict_on({1, 2, 3, kNaN, kInfinity, 4}, {3, 2}), "not_finite: output \"e\" is NaN in row 1, column 1");
  EXPECT_EQ(verdict_on({-kInfinity, 2}, {1, 2}), "not_finite: output \"e\" is infinite in row 0, column 0");
  EXPECT_EQ(verdict_on({kNaN, kNaN}, {2, 1}), "not_finite: output \"e\" is NaN in row 0, column 0");
}

TEST(OutputCheck, refuses_rows_that_are_all_equal) {
  EXPECT_EQ(verdict_on({1, 2, 1, 2, 1, 2}, {3, 2}), "constant: all 3 rows of output \"e\" are equal");
  EXPECT_EQ(verdict_on({0.0f, -0.0f}, {2}), "constant: all 2 rows of output \"e\" are equal");
}

TEST(OutputCheck, one_row_is_not_constant) { EXPECT_EQ(verdict_on({7, 7}, {1, 2}), "sound"); }

TEST(OutputCheck, a_tensor_that_cannot_be_decoded_is_an_error) {
  const std::vector<uint8_t> values{0, 2};
  const Tensor output{.name = "m", .dtype = DType::kBool, .shape = {2}, .bytes = std::as_bytes(std::span(values))};
  EXPECT_FALSE(check_output(output).ok());
}

}  // namespace
}  // namespace pilotage
