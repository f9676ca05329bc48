// SPDX-License-Identifier: Apache-2.0
// How far the rows of one output lie from those of another: cosine and relative L2, row by row.
//
// For a reference row r and a candidate row c:
//   cosine      = <c, r> / (|c| |r|)    Manning, Raghavan, Schütze, "Introduction to Information Retrieval"
//   (2008), 6.10 relative L2 = |c - r| / |r|         Higham, "Accuracy and Stability of Numerical Algorithms"
//   (2002), 1.2, 2-norm
// The cosine does not see a wrong scale; the relative L2 does. For an error orthogonal to r of relative size e,
// cosine = 1 / sqrt(1 + e^2): a cosine of 0.99 still admits an error of 14 %.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "format/tensor.h"
#include "numerics/output_check.h"

namespace pilotage {

struct RowErrors {
  std::optional<OutputFault> fault;  // then both series are empty
  std::vector<double> cosine;        // in [-1, 1]; exactly 1 for equal rows
  std::vector<double> relative_l2;   // from 0; exactly 0 for equal rows
};

// Refused, and no number: two shapes (`other_shape`), no elements (`empty`), a value that is not finite, in a row or in
// its result (`not_finite`), and a row of zeros, which has no direction (`impossible_zero`). Computed in double, scaled
// so that nothing overflows on the way.
Result<RowErrors> compare_rows(const Tensor& reference, const Tensor& candidate);

}  // namespace pilotage
