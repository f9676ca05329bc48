// SPDX-License-Identifier: Apache-2.0
// Occurrence: one thing that a source file says, in a form that a rule can be held against: what kind of thing, and a
// text in which names are resolved and spaces, quotes and comments no longer matter. docs/scan.md lists every kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pilotage {

enum class Kind {
  kImport,      // `torch.cuda`: what an import brings in
  kName,        // `torch.cuda.synchronize`: a dotted name, resolved through the file's imports
  kMethod,      // `cuda`: called on something whose module is not known
  kAttribute,   // `is_cuda`: the same, not called
  kString,      // `cuda:{}`: a text of one line; what is filled in at run time is `{}`
  kKeyword,     // `torch.optim.AdamW(fused=True)`
  kDecorator,   // `triton.jit`
  kEnv,         // `CUDA_VISIBLE_DEVICES`
  kInclude,     // `cuda_runtime.h`
  kIdentifier,  // `cudaMalloc`, `nvcuda::wmma::load_matrix_sync`
  kCall,        // `__shfl_down_sync(0xffffffff,v,16)`
  kLaunch,      // `<<<grid,1024>>>`
  kQualifier,   // `__global__`
  kConstant,    // `WARP_SIZE=32`
  kExpression,  // `threadIdx.x&31`
  kArray,       // `__shared__ float tile[32][33]`, of kernels alone
  kAsm,         // the text of an inline assembler statement
  kCommand,     // `nvidia-smi -L`
  kPackage,     // `flash-attn ==2.5.8`
  kSetting,     // `zero_optimization.offload_optimizer.pin_memory=true`
  kImage,       // `nvidia/cuda:12.1.0-devel-ubuntu22.04`
};
inline constexpr int kKinds = 21;

struct Occurrence {
  Kind kind = Kind::kName;
  std::string text;
  int64_t line = 0;    // from 1
  int64_t column = 0;  // from 1, in bytes
};

using Occurrences = std::vector<Occurrence>;

std::string_view word(Kind kind);
std::optional<Kind> occurrence_kind_named(std::string_view word);

}  // namespace pilotage
