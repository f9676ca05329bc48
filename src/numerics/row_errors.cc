// SPDX-License-Identifier: Apache-2.0
// Norms are taken of values divided by the largest of them, as in the BLAS routine nrm2, so that squares neither
// overflow nor vanish.
#include "numerics/row_errors.h"

#include <algorithm>
#include <cmath>

namespace pilotage {
namespace {

double largest_magnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

// |values| = scale * root; the root lies between 1 and the square root of the count, unless all are zero.
struct Norm {
  double scale = 0;
  double root = 0;
};

Norm norm_of(std::span<const double> values) {
  const double scale = largest_magnitude(values);
  if (scale == 0) return {};
  double sum = 0;
  for (const double value : values) sum += (value / scale) * (value / scale);
  return {scale, std::sqrt(sum)};
}

double cosine(std::span<const double> a, std::span<const double> b) {
  const double scale_a = largest_magnitude(a);
  const double scale_b = largest_magnitude(b);
  double product = 0;
  double square_a = 0;
  double square_b = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double x = a[i] / scale_a;
    const double y = b[i] / scale_b;
    product += x * y;
    square_a += x * x;
    square_b += y * y;
  }
  return std::clamp(product / std::sqrt(square_a * square_b), -1.0, 1.0);
}

double relative_l2(std::span<const double> reference, std::span<const double> candidate) {
  std::vector<double> difference(reference.size());
  for (size_t i = 0; i < difference.size(); ++i) difference[i] = candidate[i] - reference[i];
  const Norm error = norm_of(difference);
  const Norm size = norm_of(reference);
  return error.scale / size.scale * (error.root / size.root);
}

RowErrors refused(std::string code, std::string text, std::optional<int64_t> row = {}) {
  return {.fault = OutputFault{.code = std::move(code), .text = std::move(text), .row = row},
          .cosine = {},
          .relative_l2 = {}};
}

std::optional<RowErrors> refuse_shapes(const Tensor& reference, const Tensor& candidate) {
  if (reference.shape != candidate.shape) {
    return refused("other_shape", "output \"" + candidate.name + "\" has the shape " + candidate.shape_text() +
                                      ", the reference's has " + reference.shape_text());
  }
  if (reference.elements() == 0) {
    return refused("empty", "output \"" + reference.name + "\" has the shape " + reference.shape_text());
  }
  return std::nullopt;
}

// What is wrong with one row of an output before it can be compared.
std::optional<RowErrors> refuse_row(const Tensor& output, std::string_view side, int64_t row,
                                    std::span<const double> values) {
  const std::string place =
      "row " + std::to_string(row) + " of the " + std::string(side) + "'s output \"" + output.name + '"';
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
    return refused("not_finite", place + " is not finite", row);
  }
  if (largest_magnitude(values) == 0) return refused("impossible_zero", place + " is all zeros", row);
  return std::nullopt;
}

}  // namespace

Result<RowErrors> compare_rows(const Tensor& reference, const Tensor& candidate) {
  if (auto refusal = refuse_shapes(reference, candidate)) return std::move(*refusal);
  RowErrors errors;
  std::vector<double> ours(static_cast<size_t>(reference.row_width()));
  std::vector<double> theirs(ours.size());
  for (int64_t row = 0; row < reference.rows(); ++row) {
    TRY(read_elements(reference, row * reference.row_width(), std::span(ours)));
    TRY(read_elements(candidate, row * candidate.row_width(), std::span(theirs)));
    if (auto refusal = refuse_row(reference, "reference", row, ours)) return std::move(*refusal);
    if (auto refusal = refuse_row(candidate, "candidate", row, theirs)) return std::move(*refusal);
    errors.cosine.push_back(cosine(theirs, ours));
    errors.relative_l2.push_back(relative_l2(ours, theirs));
    if (!std::isfinite(errors.relative_l2.back())) {
      return refused("not_finite", "the relative L2 of row " + std::to_string(row) + " is beyond a double's range",
                     row);
    }
  }
  return errors;
}

}  // namespace pilotage
