// SPDX-License-Identifier: Apache-2.0
// Whatever the reader accepts covers the data exactly, can be decoded to its last element and checked as an output.
#include "format/safetensors.h"

#include <cstddef>
#include <cstdint>

#include "numerics/output_check.h"
#include "numerics/row_errors.h"

namespace {

void use(const pilotage::Tensor& tensor) {
  PILOTAGE_CHECK(static_cast<int64_t>(tensor.bytes.size()) == tensor.elements() * pilotage::bytes_of(tensor.dtype));
  if (tensor.elements() > 0) PILOTAGE_CHECK(tensor.rows() * tensor.row_width() == tensor.elements());
  std::vector<double> values(static_cast<size_t>(tensor.elements()));
  const auto doubles = pilotage::read_elements(tensor, 0, std::span(values));
  const auto floats = pilotage::read_floats(tensor);
  PILOTAGE_CHECK(doubles.ok() == floats.ok());
  const auto fault = pilotage::check_output(tensor);
  const auto errors = pilotage::compare_rows(tensor, tensor);
  if (!errors.ok() || errors->fault) return;
  PILOTAGE_CHECK(errors->cosine == std::vector<double>(errors->cosine.size(), 1.0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = pilotage::Safetensors::parse(std::as_bytes(std::span(data, size)));
  if (!file.ok()) return 0;
  for (const pilotage::Tensor& tensor : file->tensors()) use(tensor);
  return 0;
}
