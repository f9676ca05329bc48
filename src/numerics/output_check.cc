// SPDX-License-Identifier: Apache-2.0
#include "numerics/output_check.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pilotage {
namespace {

OutputFault not_finite(const Tensor& output, int64_t row, int64_t column, double value) {
  const std::string_view what = std::isnan(value) ? "NaN" : "infinite";
  return {.code = "not_finite",
          .text = "output \"" + output.name + "\" is " + std::string(what) + " in row " + std::to_string(row) +
                  ", column " + std::to_string(column),
          .row = row};
}

std::optional<OutputFault> first_not_finite(const Tensor& output, int64_t row, std::span<const double> values) {
  const auto found = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  if (found == values.end()) return std::nullopt;
  return not_finite(output, row, found - values.begin(), *found);
}

}  // namespace

Result<std::optional<OutputFault>> check_output(const Tensor& output) {
  using Answer = std::optional<OutputFault>;
  if (output.elements() == 0) {
    return Answer(
        {.code = "empty", .text = "output \"" + output.name + "\" has the shape " + output.shape_text(), .row = {}});
  }
  std::vector<double> first(static_cast<size_t>(output.row_width()));
  std::vector<double> row(first.size());
  TRY(read_elements(output, 0, std::span(first)));
  bool constant = output.rows() > 1;
  for (int64_t i = 0; i < output.rows(); ++i) {
    TRY(read_elements(output, i * output.row_width(), std::span(row)));
    if (auto fault = first_not_finite(output, i, row)) return Answer(std::move(fault));
    constant = constant && row == first;
  }
  if (!constant) return Answer();
  return Answer({.code = "constant",
                 .text = "all " + std::to_string(output.rows()) + " rows of output \"" + output.name + "\" are equal",
                 .row = {}});
}

}  // namespace pilotage
