// SPDX-License-Identifier: Apache-2.0
// GemmProduct: one square matrix product on the processor by oneDNN, ready to be repeated.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "probe/integer_product.h"

namespace pilotage {

// fp32: fp32 throughout. bf16: both factors in bf16, the product in fp32. int8: u8 times s8, the product in s32.
enum class GemmFormat { kFp32, kBf16, kInt8 };

std::string_view word(GemmFormat format);

class GemmProduct {
 public:
  // The right factor is packed beforehand into the layout that oneDNN prefers, as weights are in use. An environment
  // error where oneDNN has no such product on this processor, or not the memory.
  static Result<GemmProduct> prepare(GemmFormat format, const IntegerMatrices& matrices);
  GemmProduct(GemmProduct&&) noexcept;
  ~GemmProduct();

  // Computes it once and waits for it.
  Status multiply();
  void read_row(int64_t row, std::span<double> into) const;
  std::string implementation() const;  // oneDNN's own name for what it chose

 private:
  struct State;
  explicit GemmProduct(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

std::string onednn_version();

}  // namespace pilotage
