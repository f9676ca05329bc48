// SPDX-License-Identifier: Apache-2.0
#include "format/tensor.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace pilotage {
namespace {

template <typename Stored>
std::vector<std::byte> bytes_of_all(const std::vector<Stored>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(Stored));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename Stored>
std::vector<double> decoded(DType dtype, const std::vector<Stored>& stored) {
  const auto bytes = bytes_of_all(stored);
  const auto count = static_cast<int64_t>(stored.size());
  const Tensor tensor{.name = "t", .dtype = dtype, .shape = {count}, .bytes = bytes};
  std::vector<double> out(stored.size());
  const auto status = read_elements(tensor, 0, std::span(out));
  EXPECT_TRUE(status.ok());
  return out;
}

// A binary floating-point number by its definition, (-1)^s 2^(e-bias) (1+m/2^p), without moving bits.
double by_definition(uint32_t bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const auto mantissa = static_cast<double>(bits & ((1u << mantissa_bits) - 1));
  const double sign = (bits >> (exponent_bits + mantissa_bits)) != 0 ? -1 : 1;
  if (exponent == 0) return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
  return sign * std::ldexp(mantissa + std::ldexp(1, mantissa_bits), exponent - bias - mantissa_bits);
}

bool same(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

TEST(Tensor, reads_every_f16) {
  std::vector<uint16_t> all(65536);
  for (uint32_t bits = 0; bits < all.size(); ++bits) all[bits] = static_cast<uint16_t>(bits);
  const auto values = decoded(DType::kF16, all);
  for (uint32_t bits = 0; bits < all.size(); ++bits) {
    if ((bits & 0x7c00) != 0x7c00)
      ASSERT_TRUE(same(values[bits], by_definition(bits, 5, 10))) << bits;
    else if ((bits & 0x3ff) != 0)
      ASSERT_TRUE(std::isnan(values[bits])) << bits;
    else
      ASSERT_EQ(values[bits], bits == 0x7c00 ? HUGE_VAL : -HUGE_VAL) << bits;
  }
}

TEST(Tensor, reads_every_f8) {
  std::vector<uint8_t> all(256);
  for (uint32_t bits = 0; bits < all.size(); ++bits) all[bits] = static_cast<uint8_t>(bits);
  const auto e4m3 = decoded(DType::kF8E4M3, all);
  const auto e5m2 = decoded(DType::kF8E5M2, all);
  for (uint32_t bits = 0; bits < all.size(); ++bits) {
    if ((bits & 0x7f) == 0x7f)
      ASSERT_TRUE(std::isnan(e4m3[bits]));
    else
      ASSERT_TRUE(same(e4m3[bits], by_definition(bits, 4, 3))) << bits;
    if ((bits & 0x7c) != 0x7c)
      ASSERT_TRUE(same(e5m2[bits], by_definition(bits, 5, 2))) << bits;
    else
      ASSERT_EQ(std::isnan(e5m2[bits]), (bits & 3) != 0);
  }
}

// The largest and smallest numbers of the formats: arXiv:2209.05433, table 1; IEEE 754-2008 for F16.
TEST(Tensor, reads_the_published_ends_of_the_narrow_formats) {
  EXPECT_EQ(decoded<uint8_t>(DType::kF8E4M3, {0x7e, 0x08, 0x01}), (std::vector<double>{448, 0x1p-6, 0x1p-9}));
  EXPECT_EQ(decoded<uint8_t>(DType::kF8E5M2, {0x7b, 0x04, 0x01}), (std::vector<double>{57344, 0x1p-14, 0x1p-16}));
  EXPECT_EQ(decoded<uint16_t>(DType::kF16, {0x7bff, 0x0400, 0x0001}), (std::vector<double>{65504, 0x1p-14, 0x1p-24}));
  EXPECT_EQ(decoded<uint16_t>(DType::kBF16, {0x3f80, 0xc040, 0x0001}), (std::vector<double>{1, -3, 0x1p-133}));
}

TEST(Tensor, reads_integers_and_wide_floats) {
  EXPECT_EQ(decoded<uint8_t>(DType::kBool, {0, 1}), (std::vector<double>{0, 1}));
  EXPECT_EQ(decoded<uint8_t>(DType::kU8, {0, 255}), (std::vector<double>{0, 255}));
  EXPECT_EQ(decoded<int8_t>(DType::kI8, {-128, 127}), (std::vector<double>{-128, 127}));
  EXPECT_EQ(decoded<uint16_t>(DType::kU16, {65535}), (std::vector<double>{65535}));
  EXPECT_EQ(decoded<int16_t>(DType::kI16, {-32768}), (std::vector<double>{-32768}));
  EXPECT_EQ(decoded<uint32_t>(DType::kU32, {4294967295u}), (std::vector<double>{4294967295.0}));
  EXPECT_EQ(decoded<int32_t>(DType::kI32, {-7}), (std::vector<double>{-7}));
  EXPECT_EQ(decoded<uint64_t>(DType::kU64, {1ull << 63}), (std::vector<double>{0x1p63}));
  EXPECT_EQ(decoded<int64_t>(DType::kI64, {-(1ll << 53)}), (std::vector<double>{-0x1p53}));
  EXPECT_EQ(decoded<float>(DType::kF32, {0.1f}), (std::vector<double>{static_cast<double>(0.1f)}));
  EXPECT_EQ(decoded<double>(DType::kF64, {0.1}), (std::vector<double>{0.1}));
}

TEST(Tensor, refuses_a_bool_of_two) {
  const auto bytes = bytes_of_all<uint8_t>({0, 2});
  const Tensor tensor{.name = "mask", .dtype = DType::kBool, .shape = {2}, .bytes = bytes};
  EXPECT_EQ(read_floats(tensor).error().message(), "tensor \"mask\" has a BOOL that is neither 0 nor 1");
}

TEST(Tensor, reads_a_range_that_is_not_aligned) {
  const auto bytes = bytes_of_all<float>({1, 2, 3, 4, 5, 6});
  std::vector<std::byte> shifted(bytes.size() + 1);
  std::memcpy(shifted.data() + 1, bytes.data(), bytes.size());
  const Tensor tensor{.name = "t", .dtype = DType::kF32, .shape = {2, 3}, .bytes = std::span(shifted).subspan(1)};
  std::vector<float> row(static_cast<size_t>(tensor.row_width()));
  ASSERT_TRUE(read_elements(tensor, tensor.row_width(), std::span(row)).ok());
  EXPECT_EQ(row, (std::vector<float>{4, 5, 6}));
}

TEST(Tensor, has_rows_in_every_shape) {
  const auto rows = [](std::vector<int64_t> shape) {
    const Tensor tensor{.name = "t", .dtype = DType::kF32, .shape = std::move(shape), .bytes = {}};
    return std::pair(tensor.rows(), tensor.row_width());
  };
  EXPECT_EQ(rows({}), std::pair(int64_t{1}, int64_t{1}));
  EXPECT_EQ(rows({5}), std::pair(int64_t{5}, int64_t{1}));
  EXPECT_EQ(rows({2, 3, 4}), std::pair(int64_t{2}, int64_t{12}));
  EXPECT_EQ(rows({0, 8}), std::pair(int64_t{0}, int64_t{8}));
}

}  // namespace
}  // namespace pilotage
