// SPDX-License-Identifier: Apache-2.0
// Matrices of whole numbers whose product every correct computation must give exactly, and the check that it did.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace pilotage {

constexpr int64_t kLargestProduct = 65536;  // rows; the check's sums then fit 64 bits

// Square, row by row. No partial sum of a product leaves +-2^24, in any order of addition: fp32 holds each exactly.
struct IntegerMatrices {
  int64_t size = 0;
  std::vector<int8_t> left;   // 0 to m
  std::vector<int8_t> right;  // -m to m; m is at most 127 and as large as the bound on the sums allows
};

IntegerMatrices make_integer_matrices(int64_t size, uint64_t seed);

// Writes one row of the product that was computed.
using RowReader = std::function<void(int64_t row, std::span<double> into)>;

struct WrongSum {
  int64_t row = 0;
  int64_t column = 0;
  int64_t expected = 0;
  double computed = 0;
};

struct SumCheck {
  int64_t wrong_rows = 0;
  std::optional<WrongSum> first = {};
};

// Looks at every element: a row with a wrong one passes unseen with a probability below 2^-31.
SumCheck check_sums(const IntegerMatrices& matrices, const RowReader& computed);

}  // namespace pilotage
