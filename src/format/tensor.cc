// SPDX-License-Identifier: Apache-2.0
// Narrow floats are widened by one multiplication: exponent and mantissa move to their places in a binary32, whose
// exponent is then off by the difference of the two biases, a power of two; this also serves subnormals. Formats: F16
// of IEEE 754-2008; BF16, the upper half of a binary32; F8_E4M3 and F8_E5M2 of "FP8 Formats for Deep Learning",
// Micikevicius et al., arXiv:2209.05433, table 1 (E4M3 has no infinity and one NaN pattern, E5M2 follows IEEE 754).
#include "format/tensor.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

namespace pilotage {
namespace {

static_assert(std::endian::native == std::endian::little, "bytes are read as they lie");

struct DTypeRow {
  DType dtype;
  std::string_view word;
  int64_t bytes;
};

// In the order of the enumerators.
constexpr std::array<DTypeRow, 15> kDTypes{{{DType::kBool, "BOOL", 1},
                                            {DType::kU8, "U8", 1},
                                            {DType::kI8, "I8", 1},
                                            {DType::kU16, "U16", 2},
                                            {DType::kI16, "I16", 2},
                                            {DType::kU32, "U32", 4},
                                            {DType::kI32, "I32", 4},
                                            {DType::kU64, "U64", 8},
                                            {DType::kI64, "I64", 8},
                                            {DType::kF8E4M3, "F8_E4M3", 1},
                                            {DType::kF8E5M2, "F8_E5M2", 1},
                                            {DType::kF16, "F16", 2},
                                            {DType::kBF16, "BF16", 2},
                                            {DType::kF32, "F32", 4},
                                            {DType::kF64, "F64", 8}}};

const DTypeRow& row_of(DType dtype) { return kDTypes[static_cast<size_t>(dtype)]; }

constexpr int kFloatMantissa = 23;
constexpr int kFloatBias = 127;

constexpr float power_of_two(int exponent) {
  return std::bit_cast<float>(static_cast<uint32_t>(exponent + kFloatBias) << kFloatMantissa);
}

// The sign is the top bit of `bits`; `first_special` is the smallest magnitude that is no number.
template <int kExponent, int kMantissa>
float widen(uint32_t bits, uint32_t first_special) {
  constexpr int kBias = (1 << (kExponent - 1)) - 1;
  constexpr uint32_t kMagnitude = (1u << (kExponent + kMantissa)) - 1;
  const uint32_t sign = (bits & ~kMagnitude) << (31 - kExponent - kMantissa);
  const uint32_t moved = (bits & kMagnitude) << (kFloatMantissa - kMantissa);
  const uint32_t number = std::bit_cast<uint32_t>(std::bit_cast<float>(moved) * power_of_two(kFloatBias - kBias));
  const uint32_t special = 0x7f800000u | moved;
  return std::bit_cast<float>(sign | ((bits & kMagnitude) >= first_special ? special : number));
}

float from_f16(uint16_t bits) { return widen<5, 10>(bits, 0x7c00); }
float from_e5m2(uint8_t bits) { return widen<5, 2>(bits, 0x7c); }
float from_e4m3(uint8_t bits) { return widen<4, 3>(bits, 0x7f); }
float from_bf16(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

template <typename T>
T same(T value) {
  return value;
}

template <typename Stored, auto kDecode, typename To>
void decode(const std::byte* from, std::span<To> out) {
  for (To& element : out) {
    Stored stored;
    std::memcpy(&stored, from, sizeof stored);
    element = static_cast<To>(kDecode(stored));
    from += sizeof stored;
  }
}

template <typename T, typename To>
void decode_plain(const std::byte* from, std::span<To> out) {
  decode<T, same<T>>(from, out);
}

template <typename To>
void decode_any(DType dtype, const std::byte* from, std::span<To> out) {
  switch (dtype) {
    case DType::kBool: return decode_plain<uint8_t>(from, out);
    case DType::kU8: return decode_plain<uint8_t>(from, out);
    case DType::kI8: return decode_plain<int8_t>(from, out);
    case DType::kU16: return decode_plain<uint16_t>(from, out);
    case DType::kI16: return decode_plain<int16_t>(from, out);
    case DType::kU32: return decode_plain<uint32_t>(from, out);
    case DType::kI32: return decode_plain<int32_t>(from, out);
    case DType::kU64: return decode_plain<uint64_t>(from, out);
    case DType::kI64: return decode_plain<int64_t>(from, out);
    case DType::kF8E4M3: return decode<uint8_t, from_e4m3>(from, out);
    case DType::kF8E5M2: return decode<uint8_t, from_e5m2>(from, out);
    case DType::kF16: return decode<uint16_t, from_f16>(from, out);
    case DType::kBF16: return decode<uint16_t, from_bf16>(from, out);
    case DType::kF32: return decode_plain<float>(from, out);
    case DType::kF64: return decode_plain<double>(from, out);
  }
}

template <typename To>
Status read(const Tensor& tensor, int64_t first, std::span<To> out) {
  const auto count = static_cast<int64_t>(out.size());
  PILOTAGE_CHECK(first >= 0 && count <= tensor.elements() - first);
  decode_any(tensor.dtype, tensor.bytes.data() + first * bytes_of(tensor.dtype), out);
  if (tensor.dtype != DType::kBool) return Done{};
  for (const To element : out) {
    if (element > To{1}) return damaged_error("tensor \"" + tensor.name + "\" has a BOOL that is neither 0 nor 1");
  }
  return Done{};
}

int64_t product(std::span<const int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
}

}  // namespace

std::string_view word(DType dtype) { return row_of(dtype).word; }

std::optional<DType> dtype_from(std::string_view word) {
  for (const DTypeRow& row : kDTypes) {
    if (row.word == word) return row.dtype;
  }
  return std::nullopt;
}

int64_t bytes_of(DType dtype) { return row_of(dtype).bytes; }

int64_t Tensor::elements() const { return product(shape); }

int64_t Tensor::row_width() const { return shape.empty() ? 1 : product(std::span(shape).subspan(1)); }

std::string Tensor::shape_text() const {
  std::string text = "[";
  for (const int64_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

Status read_elements(const Tensor& tensor, int64_t first, std::span<double> out) { return read(tensor, first, out); }
Status read_elements(const Tensor& tensor, int64_t first, std::span<float> out) { return read(tensor, first, out); }

Result<std::vector<float>> read_floats(const Tensor& tensor) {
  std::vector<float> all(static_cast<size_t>(tensor.elements()));
  TRY(read_elements(tensor, 0, std::span(all)));
  return all;
}

}  // namespace pilotage
