// SPDX-License-Identifier: Apache-2.0
#include "probe/integer_product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace pilotage {
namespace {

// The product by the definition.
std::vector<double> multiply(const IntegerMatrices& matrices) {
  const auto n = static_cast<size_t>(matrices.size);
  std::vector<double> out(n * n);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      int64_t sum = 0;
      for (size_t k = 0; k < n; ++k) sum += int64_t{matrices.left[i * n + k]} * matrices.right[k * n + j];
      out[i * n + j] = static_cast<double>(sum);
    }
  }
  return out;
}

SumCheck check(const IntegerMatrices& matrices, const std::vector<double>& product) {
  return check_sums(matrices, [&](int64_t row, std::span<double> into) {
    std::copy_n(product.begin() + row * matrices.size, matrices.size, into.begin());
  });
}

TEST(IntegerProduct, the_true_product_passes) {
  for (const int64_t size : {1, 2, 3, 17, 64}) {
    const auto matrices = make_integer_matrices(size, 1);
    EXPECT_EQ(check(matrices, multiply(matrices)).wrong_rows, 0) << size;
  }
}

TEST(IntegerProduct, one_wrong_element_anywhere_is_found_and_named) {
  const auto matrices = make_integer_matrices(12, 2);
  const auto right = multiply(matrices);
  for (size_t at = 0; at < right.size(); ++at) {
    for (const double wrong : {right[at] + 1, right[at] + 0.5, -1e30, std::numeric_limits<double>::quiet_NaN()}) {
      auto product = right;
      product[at] = wrong;
      const auto found = check(matrices, product);
      ASSERT_EQ(found.wrong_rows, 1) << at;
      EXPECT_EQ(found.first->row * 12 + found.first->column, static_cast<int64_t>(at));
      EXPECT_EQ(static_cast<double>(found.first->expected), right[at]);
    }
  }
}

TEST(IntegerProduct, a_transposed_or_swapped_product_is_wrong) {
  const auto matrices = make_integer_matrices(8, 3);
  auto product = multiply(matrices);
  std::swap(product[1], product[2]);
  EXPECT_EQ(check(matrices, product).wrong_rows, product[1] == product[2] ? 0 : 1);
}

TEST(IntegerProduct, no_partial_sum_can_leave_what_fp32_holds) {
  for (const int64_t size : {1, 200, 512, 1041}) {
    const auto matrices = make_integer_matrices(size, 4);
    int64_t largest = 0;
    for (const auto* entries : {&matrices.left, &matrices.right}) {
      for (const int8_t entry : *entries) largest = std::max<int64_t>(largest, std::abs(entry));
    }
    EXPECT_LT(largest * largest * size, 1 << 24) << size;
    EXPECT_GT(std::min<int64_t>(largest, 90), size > 1 ? 80 : 0) << size;
  }
}

}  // namespace
}  // namespace pilotage
