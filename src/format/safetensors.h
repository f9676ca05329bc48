// SPDX-License-Identifier: Apache-2.0
// Safetensors: the tensors of one safetensors file, found without copying them. What a probe hands over as outputs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "format/mapped_file.h"
#include "format/tensor.h"

namespace pilotage {

// Strict, as the format's own page asks: one JSON object as header, no name twice, known types, and tensors that cover
// the data without a hole, an overlap or a rest. Whatever breaks that is an error of kind kDamaged.
class Safetensors {
 public:
  using Metadata = std::vector<std::pair<std::string, std::string>>;

  static Result<Safetensors> open(const std::filesystem::path& path);  // maps the file
  static Result<Safetensors> parse(std::span<const std::byte> file);   // borrows the bytes

  const std::vector<Tensor>& tensors() const { return tensors_; }  // in the order of their data
  const Tensor* find(std::string_view name) const;                 // null: none of that name
  const Metadata& metadata() const { return metadata_; }           // the free texts of `__metadata__`

 private:
  MappedFile file_;  // empty where the bytes are borrowed
  std::vector<Tensor> tensors_;
  Metadata metadata_;
};

}  // namespace pilotage
