// SPDX-License-Identifier: Apache-2.0
#include "profile/words.h"

#include <string>

namespace pilotage {
namespace {

constexpr std::string_view kConfidences[] = {"official", "snapshot", "reported", "probed"};
constexpr std::string_view kBases[] = {"nominal", "measured", "derived"};
constexpr std::string_view kDetects[] = {"module", "package", "file", "command", "pci", "attribute"};
constexpr std::string_view kReleaseBases[] = {"released", "observed"};
constexpr std::string_view kRoles[] = {"sdk",         "driver",   "firmware",  "runtime", "compiler",
                                       "collectives", "tools",    "framework", "plugin",  "kernel_language",
                                       "library",     "language", "system"};
constexpr std::string_view kSafeties[] = {"read_only", "measures", "changes_state"};
constexpr std::string_view kSeenBy[] = {"files", "environment", "probe", "comparison", "load"};

constexpr std::string_view kDtypes[] = {
    "float64",     "float32",         "bfloat16",        "float16",   "float8_e4m3fn",
    "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "complex32", "complex64",
    "complex128",  "int64",           "int32",           "int16",     "int8",
    "uint8",       "uint16",          "uint32",          "uint64",    "bool"};
constexpr std::string_view kFormats[] = {"fp64",  "fp64_matrix", "fp32",     "fp32_matrix", "tf32",     "bf16",
                                         "fp16",  "fp8_e4m3fn",  "fp8_e4m3", "fp8_e5m2",    "fp8_e3m4", "fp8",
                                         "cfp8",  "mxfp8",       "mxfp4",    "int8",        "int4",     "int1",
                                         "int32", "int64",       "complex"};
constexpr std::string_view kOperations[] = {"all_reduce",
                                            "all_gather",
                                            "all_gather_v",
                                            "reduce_scatter",
                                            "broadcast",
                                            "reduce",
                                            "gather",
                                            "scatter",
                                            "all_to_all",
                                            "all_to_all_v",
                                            "send",
                                            "recv",
                                            "permute",
                                            "barrier",
                                            "monitored_barrier",
                                            "all_reduce_coalesced",
                                            "reduce_scatter_coalesced"};

constexpr WordMeaning kSupport[] = {
    {"unknown", "nothing is known, or sources disagree; never counted as support"},
    {"yes", "runs on the device"},
    {"partial", "runs on the device under conditions that the note, `dtypes` or `dtypes_not` state"},
    {"decomposed", "is made of other operators, which must be looked up in turn"},
    {"narrowed", "runs on the device in a narrower type than was asked for, without a word"},
    {"fallback", "runs on the host's CPU, with copies there and back, with or without a word"},
    {"no", "refused, or known not to work"},
};

constexpr WordMeaning kFigures[] = {
    {"peak", "operations per second of the whole chip in `format`, dense"},
    {"memory", "bytes of device memory"},
    {"bandwidth", "bytes per second of device memory"},
    {"link_bandwidth", "bytes per second to other devices, all links together"},
    {"host_link_bandwidth", "bytes per second to the host, both directions together"},
    {"power", "watts that the board may draw"},
    {"power_idle", "watts at rest"},
    {"clock", "highest frequency of the cores"},
    {"memory_clock", "frequency of the memory"},
    {"units", "multiprocessors, accelerator processors, compute units"},
    {"cores", "cores that a program sees as one device each"},
    {"warp_width", "threads that run in lock step"},
    {"threads_per_block", "most threads of one block"},
    {"threads_per_unit", "most threads that one unit holds"},
    {"warps_per_block", "most warps of one block"},
    {"shared_memory_per_block", "bytes of shared memory that one block can have"},
    {"shared_memory_per_unit", "bytes of shared memory of one unit"},
    {"private_memory_per_thread", "bytes of local memory that one thread can have"},
    {"registers_per_unit", "32-bit registers of one unit"},
    {"l2_cache", "bytes of the last cache on the chip"},
    {"on_chip_memory", "bytes of memory that software manages on the chip"},
    {"launch_time", "seconds that starting one kernel costs"},
};

constexpr WordMeaning kFeatures[] = {
    {"amp", "autocast for the device"},
    {"allocator_statistics", "counters of device memory"},
    {"async_checkpoint", "saving a distributed checkpoint while training goes on"},
    {"block_clusters", "thread-block clusters and their shared memory"},
    {"channels_last", "tensors in other than contiguous layout"},
    {"collectives_integer", "integer reductions over devices, exactly"},
    {"compile", "torch.compile for the device"},
    {"compile_fullgraph", "torch.compile(fullgraph=True)"},
    {"compile_modes", "modes of torch.compile other than the default"},
    {"control_flow", "torch.cond, torch.map and other operators of higher order"},
    {"cooperative_groups", "synchronisation of a whole grid"},
    {"custom_cpp_extensions", "extensions with device code, built by torch.utils.cpp_extension"},
    {"data_dependent_shapes", "operators whose output shape depends on values, as nonzero"},
    {"device_assert", "assertions inside kernels"},
    {"device_index", "choosing a device by its index in one process"},
    {"dynamic_shapes", "one compiled artefact for a range of shapes"},
    {"elastic_training", "restart of a job with fewer ranks"},
    {"event_timing", "device events whose elapsed time measures device work"},
    {"fallback_is_reported", "an operator that ran on the CPU is said to the user by default"},
    {"fast_math_exact", "division and reciprocal with the usual error bounds by default"},
    {"fp32_matmul", "fp32 matrix products in full fp32 by default"},
    {"fsdp", "fully sharded data parallel training"},
    {"fft", "Fourier transforms"},
    {"fused_attention", "scaled dot product attention in one kernel"},
    {"gpu_direct_rdma", "network cards read device memory"},
    {"gradient_sync_ddp", "DistributedDataParallel"},
    {"graph_capture", "capture and replay of a stream, as CUDA graphs"},
    {"independent_threads", "threads of a warp make progress on their own, so that spin locks end"},
    {"inline_assembly", "inline PTX in kernels"},
    {"int64_indexing", "tensors of more than 2^31 elements"},
    {"int64_values", "integer arithmetic beyond 32 bits"},
    {"int_matmul", "integer matrix products, exactly"},
    {"ipc_memory", "device memory shared between processes"},
    {"kernels_cuda", "CUDA C++ kernels as source"},
    {"kernels_cutlass", "CUTLASS and CuTe kernels"},
    {"kernels_nki", "NKI kernels"},
    {"kernels_triton", "Triton kernels"},
    {"linear_algebra", "decompositions and solvers of torch.linalg"},
    {"managed_memory", "memory that host and device both address"},
    {"matrix_fragments", "wmma and mma.sync fragments of NVIDIA's shapes"},
    {"multi_process_device", "several processes on one device at once"},
    {"nan_propagation", "NaN goes through relu, clamp and casts as on the CPU"},
    {"nested_tensors", "nested and jagged tensors"},
    {"p2p", "devices read each other's memory"},
    {"pinned_memory", "page-locked host memory with asynchronous copies"},
    {"pipeline_parallel", "pipeline parallel training"},
    {"power_reading", "watts, as a tool shows them"},
    {"profiler", "torch.profiler sees device work"},
    {"quantized", "quantised tensors of torch.ao"},
    {"rng_on_device", "random numbers made on the device"},
    {"rng_same_as_cuda", "the same numbers from the same seed as CUDA"},
    {"separate_allocator_streams", "record_stream and stream-ordered reuse of memory"},
    {"sparse", "sparse layouts"},
    {"stochastic_rounding", "rounding at random, in hardware"},
    {"streams", "several streams on one device"},
    {"structured_sparsity", "2:4 and the like, in hardware"},
    {"temperature_reading", "degrees, as a tool shows them"},
    {"tensor_memory_accelerator", "bulk asynchronous copies, as TMA"},
    {"tensor_parallel", "DTensor and tensor parallel training"},
    {"virtualisation", "part of a device, or a virtual one"},
    {"warp_32", "kernels that take a warp for 32 threads run unchanged"},
};

template <size_t N>
std::vector<std::string_view> words_in(const WordMeaning (&rows)[N]) {
  std::vector<std::string_view> words;
  for (const auto& row : rows) words.push_back(row.word);
  return words;
}

const std::vector<std::string>& dtype_features() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const auto dtype : kDtypes) made.push_back("dtype." + std::string(dtype));
    return made;
  }();
  return names;
}

}  // namespace

std::span<const WordMeaning> support_words() { return kSupport; }
std::span<const WordMeaning> figure_words() { return kFigures; }
std::span<const WordMeaning> feature_words() { return kFeatures; }

std::span<const std::string_view> words_of(Confidence) { return kConfidences; }
std::span<const std::string_view> words_of(FigureBasis) { return kBases; }
std::span<const std::string_view> words_of(DetectBy) { return kDetects; }
std::span<const std::string_view> words_of(ReleaseBasis) { return kReleaseBases; }
std::span<const std::string_view> words_of(ComponentRole) { return kRoles; }
std::span<const std::string_view> words_of(CallSafety) { return kSafeties; }

std::span<const std::string_view> words_of(Support) {
  static const auto words = words_in(kSupport);
  return words;
}

std::span<const std::string_view> words_of(FigureName) {
  static const auto words = words_in(kFigures);
  return words;
}

std::span<const std::string_view> dtype_words() { return kDtypes; }
std::span<const std::string_view> format_words() { return kFormats; }
std::span<const std::string_view> operation_words() { return kOperations; }
std::span<const std::string_view> seen_by_words() { return kSeenBy; }

std::span<const std::string_view> all_feature_words() {
  static const std::vector<std::string_view> words = [] {
    auto made = words_in(kFeatures);
    for (const auto& name : dtype_features()) made.push_back(name);
    return made;
  }();
  return words;
}

std::string_view word(Confidence confidence) { return kConfidences[static_cast<size_t>(confidence)]; }
std::string_view word(Support support) { return kSupport[static_cast<size_t>(support)].word; }
std::string_view word(FigureName name) { return kFigures[static_cast<size_t>(name)].word; }

bool runs(Support support) {
  return support == Support::kYes || support == Support::kPartial || support == Support::kDecomposed ||
         support == Support::kNarrowed;
}

}  // namespace pilotage
