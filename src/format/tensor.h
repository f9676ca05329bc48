// SPDX-License-Identifier: Apache-2.0
// Tensor: a named block of numbers in a file, and their way into floats and doubles. Every container shares it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pilotage {

enum class DType { kBool, kU8, kI8, kU16, kI16, kU32, kI32, kU64, kI64, kF8E4M3, kF8E5M2, kF16, kBF16, kF32, kF64 };

// As safetensors spells them: `F32`, `BF16`, `F8_E4M3`, …
std::string_view word(DType dtype);
std::optional<DType> dtype_from(std::string_view word);
int64_t bytes_of(DType dtype);  // of one element

struct Tensor {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;        // empty: a scalar
  std::span<const std::byte> bytes;  // borrowed; little-endian, row-major, no alignment promised

  int64_t elements() const;
  // As rows of equal width: the first dimension counts them, all others make one row. A scalar is one row of one.
  int64_t rows() const { return shape.empty() ? 1 : shape.front(); }
  int64_t row_width() const;
  std::string shape_text() const;  // `[2, 384]`
};

// Decodes as many elements as `out` holds, starting at the element `first`; the range must lie in the tensor. Exact,
// but for 64-bit integers and F64 (rounded to nearest where `out` is narrower). An error only for a BOOL that is
// neither 0 nor 1. NaN and infinities come through as such.
Status read_elements(const Tensor& tensor, int64_t first, std::span<double> out);
Status read_elements(const Tensor& tensor, int64_t first, std::span<float> out);

// All elements at once, for what fits into memory.
Result<std::vector<float>> read_floats(const Tensor& tensor);

}  // namespace pilotage
