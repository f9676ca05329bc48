// SPDX-License-Identifier: Apache-2.0
#include "numerics/row_errors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pilotage {
namespace {

Tensor rows_of(const std::vector<double>& values, int64_t width) {
  return {.name = "e",
          .dtype = DType::kF64,
          .shape = {static_cast<int64_t>(values.size()) / width, width},
          .bytes = std::as_bytes(std::span(values))};
}

RowErrors compared(const std::vector<double>& reference, const std::vector<double>& candidate, int64_t width) {
  auto errors = compare_rows(rows_of(reference, width), rows_of(candidate, width));
  EXPECT_TRUE(errors.ok());
  return std::move(errors).value();
}

std::string refusal(const std::vector<double>& reference, const std::vector<double>& candidate, int64_t width) {
  const RowErrors errors = compared(reference, candidate, width);
  EXPECT_TRUE(errors.cosine.empty() && errors.relative_l2.empty());
  return errors.fault ? errors.fault->code + ": " + errors.fault->text : "accepted";
}

TEST(RowErrors, gives_the_textbook_values) {
  const RowErrors errors = compared({3, 4, 1, 0}, {4, 3, 0, 2}, 2);
  ASSERT_FALSE(errors.fault);
  EXPECT_DOUBLE_EQ(errors.cosine[0], 24.0 / 25);
  EXPECT_DOUBLE_EQ(errors.relative_l2[0], std::sqrt(2.0) / 5);
  EXPECT_EQ(errors.cosine[1], 0);
  EXPECT_DOUBLE_EQ(errors.relative_l2[1], std::sqrt(5.0));
}

// O-A09: a wrong scale is invisible to the cosine.
TEST(RowErrors, only_relative_l2_sees_a_wrong_scale) {
  const RowErrors errors = compared({1, 2, 3}, {1.5, 3, 4.5}, 3);
  EXPECT_EQ(errors.cosine[0], 1);
  EXPECT_DOUBLE_EQ(errors.relative_l2[0], 0.5);
}

// O-A10: cosine = 1 / sqrt(1 + e^2) for an orthogonal error of relative size e.
TEST(RowErrors, follow_the_relation_for_an_orthogonal_error) {
  const std::vector<std::pair<double, double>> oracle{
      {.01, .99995000}, {.05, .99875234}, {.1, .99503719}, {.1425, .98999893}};
  for (const auto& [size, expected] : oracle) {
    const RowErrors errors = compared({3, 4}, {3 - 4 * size, 4 + 3 * size}, 2);
    EXPECT_NEAR(errors.cosine[0], expected, 5e-9);
    EXPECT_NEAR(errors.relative_l2[0], size, 1e-15);
  }
}

TEST(RowErrors, equal_rows_differ_by_exactly_nothing) {
  std::vector<double> values;
  for (int i = 1; i <= 300; ++i) values.push_back(std::sin(i) / i);
  const RowErrors errors = compared(values, values, 3);
  EXPECT_EQ(errors.cosine, std::vector<double>(100, 1.0));
  EXPECT_EQ(errors.relative_l2, std::vector<double>(100, 0.0));
}

TEST(RowErrors, huge_and_tiny_values_neither_overflow_nor_vanish) {
  const RowErrors errors =
      compared({3e200, 4e200, 3e-200, 4e-200, 5e-324, 0}, {4e200, 3e200, 4e-200, 3e-200, 5e-324, 0}, 2);
  for (const size_t row : {0u, 1u}) {
    EXPECT_DOUBLE_EQ(errors.cosine[row], 24.0 / 25);
    EXPECT_DOUBLE_EQ(errors.relative_l2[row], std::sqrt(2.0) / 5);
  }
  EXPECT_EQ(errors.cosine[2], 1);
}

TEST(RowErrors, opposite_rows_have_cosine_minus_one) { EXPECT_EQ(compared({1, 2}, {-1, -2}, 2).cosine[0], -1); }

TEST(RowErrors, a_row_of_zeros_is_refused) {
  EXPECT_EQ(refusal({1, 2, 3, 4}, {1, 2, 0, 0}, 2),
            "impossible_zero: row 1 of the candidate's output \"e\" is all zeros");
  EXPECT_EQ(refusal({0, 0}, {1, 2}, 2), "impossible_zero: row 0 of the reference's output \"e\" is all zeros");
}

TEST(RowErrors, what_is_not_finite_is_refused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal({1, 2, 3, 4}, {1, 2, nan, 4}, 2),
            "not_finite: row 1 of the candidate's output \"e\" is not finite");
  EXPECT_EQ(refusal({1e-300, 0}, {1e300, 0}, 2), "not_finite: the relative L2 of row 0 is beyond a double's range");
}

TEST(RowErrors, two_shapes_are_refused) {
  EXPECT_EQ(refusal({1, 2, 3, 4}, {1, 2}, 2),
            "other_shape: output \"e\" has the shape [1, 2], the reference's has [2, 2]");
  EXPECT_EQ(refusal({}, {}, 2), "empty: output \"e\" has the shape [0, 2]");
}

TEST(RowErrors, two_types_are_compared_by_value) {
  const std::vector<double> wide{1, -3};
  const std::vector<uint16_t> narrow{0x3f80, 0xc040};
  const Tensor reference = rows_of(wide, 2);
  const Tensor candidate{
      .name = "e", .dtype = DType::kBF16, .shape = {1, 2}, .bytes = std::as_bytes(std::span(narrow))};
  EXPECT_EQ(compare_rows(reference, candidate)->relative_l2, std::vector<double>{0});
}

}  // namespace
}  // namespace pilotage
