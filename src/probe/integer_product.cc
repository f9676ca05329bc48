// SPDX-License-Identifier: Apache-2.0
// Freivalds' check (R. Freivalds, Probabilistic machines can use less running time, IFIP 1977): C = A B implies
// C r = A (B r) for every vector r, and a wrong row of C keeps that equation for one random r in 2^16 at most. Two
// vectors of whole numbers, exact in 64 bits: |A (B r)| < 2^16 n m^2 n < 2^16 2^24 2^16.
#include "probe/integer_product.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"

namespace pilotage {
namespace {

constexpr double kLargestSum = 16777215;  // 2^24 - 1
constexpr int64_t kLargestEntry = 127;    // of int8; bf16 holds all up to 256
constexpr size_t kVectors = 2;

using Pair = std::array<int64_t, kVectors>;

// SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  // From 0 to `largest`; the bias for so small a number is below 2^-40.
  int64_t below_or(int64_t largest) { return static_cast<int64_t>(next() % static_cast<uint64_t>(largest + 1)); }

 private:
  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

std::vector<Pair> random_vectors(int64_t size) {
  Random random(0xf7e1);
  std::vector<Pair> vectors(static_cast<size_t>(size));
  for (auto& pair : vectors) {
    for (auto& entry : pair) entry = random.below_or(65535);
  }
  return vectors;
}

template <typename Row>
Pair product(const Row* row, const std::vector<Pair>& vectors) {
  Pair sums{};
  for (size_t i = 0; i < vectors.size(); ++i) {
    for (size_t v = 0; v < kVectors; ++v) sums[v] += static_cast<int64_t>(row[i]) * vectors[i][v];
  }
  return sums;
}

std::vector<Pair> product(const std::vector<int8_t>& matrix, const std::vector<Pair>& vectors) {
  std::vector<Pair> out(vectors.size());
  for (size_t row = 0; row < out.size(); ++row) out[row] = product(&matrix[row * out.size()], vectors);
  return out;
}

bool is_possible(double sum) { return std::abs(sum) <= kLargestSum && sum == std::trunc(sum); }

WrongSum first_wrong(const IntegerMatrices& matrices, int64_t row, std::span<const double> computed) {
  const auto size = static_cast<size_t>(matrices.size);
  const int8_t* left = &matrices.left[static_cast<size_t>(row) * size];
  for (size_t column = 0; column < size; ++column) {
    int64_t expected = 0;
    for (size_t i = 0; i < size; ++i) expected += int64_t{left[i]} * matrices.right[i * size + column];
    if (static_cast<double>(expected) != computed[column]) {
      return {.row = row, .column = static_cast<int64_t>(column), .expected = expected, .computed = computed[column]};
    }
  }
  PILOTAGE_CHECK(false);  // the caller has seen that the row is wrong
  return {};
}

}  // namespace

IntegerMatrices make_integer_matrices(int64_t size, uint64_t seed) {
  PILOTAGE_CHECK(size >= 1 && size <= kLargestProduct);
  const auto bound = static_cast<int64_t>(std::sqrt(kLargestSum / static_cast<double>(size)));
  const int64_t largest = std::min(bound, kLargestEntry);
  Random random(seed);
  const auto count = static_cast<size_t>(size) * static_cast<size_t>(size);
  IntegerMatrices out{.size = size, .left = std::vector<int8_t>(count), .right = std::vector<int8_t>(count)};
  for (auto& entry : out.left) entry = static_cast<int8_t>(random.below_or(largest));
  for (auto& entry : out.right) entry = static_cast<int8_t>(random.below_or(2 * largest) - largest);
  return out;
}

SumCheck check_sums(const IntegerMatrices& matrices, const RowReader& computed) {
  const auto vectors = random_vectors(matrices.size);
  const auto expected = product(matrices.left, product(matrices.right, vectors));
  std::vector<double> row(vectors.size());
  SumCheck check;
  for (int64_t i = 0; i < matrices.size; ++i) {
    computed(i, row);
    const bool is_right =
        std::ranges::all_of(row, is_possible) && product(row.data(), vectors) == expected[static_cast<size_t>(i)];
    if (is_right) continue;
    ++check.wrong_rows;
    if (!check.first) check.first = first_wrong(matrices, i, row);
  }
  return check;
}

}  // namespace pilotage
