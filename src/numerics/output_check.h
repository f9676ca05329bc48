// SPDX-License-Identifier: Apache-2.0
// Whether an output can be evidence at all. A model that answers every item alike, nothing, or no numbers can score
// well by accident; such outputs are refused under a code before anything is computed from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "format/tensor.h"

namespace pilotage {

// Why an output, or a pair of them, is no evidence. Codes: `empty`, `not_finite`, `constant`; of a pair also
// `impossible_zero`, `other_shape`.
struct OutputFault {
  std::string code;
  std::string text;            // one sentence with the place and the figures
  std::optional<int64_t> row;  // the first at fault, from 0
};

// `empty`: no row or no column. `not_finite`: a NaN or an infinity. `constant`: two rows or more, and all are equal.
// Reads row by row, so memory does not grow with the rows. An error where the tensor cannot be decoded.
Result<std::optional<OutputFault>> check_output(const Tensor& output);

}  // namespace pilotage
