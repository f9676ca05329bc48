// SPDX-License-Identifier: Apache-2.0
// A PyTorch device for tests: out of tree like every vendor's, but its memory is the host's, so it needs no hardware.
//
// It enters through the dispatch key PrivateUse1. A handful of operators that concern memory are its own; all others go
// through one boxed fallback that copies to the CPU and back, and counts. There a test can also make operators
// missing, or coarse (results rounded through bfloat16), by the variables PILOT_DEVICE_MISSING and PILOT_DEVICE_COARSE:
// lists of operator names, "aten::gelu,aten::addmm". As on a real device, host tensors are refused as operands.
//
// Source of the approach: PyTorch's documentation of PrivateUse1, and the declarations of the headers below.
#include <ATen/EmptyTensor.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <ATen/native/CPUFallback.h>
#include <ATen/ops/_local_scalar_dense.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/resize_native.h>
#include <ATen/ops/set_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_native.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

namespace {

constexpr auto kType = c10::DeviceType::PrivateUse1;
const c10::Device kDevice(kType, 0);  // there is one

// Memory

void free_block(void* block) { std::free(block); }

struct HostAllocator final : c10::Allocator {
  c10::DataPtr allocate(size_t bytes) override {
    constexpr size_t kAlignment = 64;  // what the CPU's vector code likes
    if (bytes == 0) return {nullptr, nullptr, &free_block, kDevice};
    void* block = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
    TORCH_CHECK(block != nullptr, "pilot: out of memory for ", bytes, " bytes");
    return {block, block, &free_block, kDevice};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &free_block; }
  void copy_data(void* target, const void* source, size_t bytes) const override { std::memcpy(target, source, bytes); }
};

HostAllocator allocator;
REGISTER_ALLOCATOR(c10::DeviceType::PrivateUse1, &allocator)

// One device, one stream, nothing asynchronous

struct Guard final : c10::impl::DeviceGuardImplInterface {
  Guard() = default;
  explicit Guard(c10::DeviceType) {}
  c10::DeviceType type() const override { return kType; }
  c10::Device exchangeDevice(c10::Device) const override { return kDevice; }
  c10::Device getDevice() const override { return kDevice; }
  void setDevice(c10::Device device) const override {
    TORCH_CHECK(device.index() <= 0, "pilot: there is no device ", int{device.index()});
  }
  void uncheckedSetDevice(c10::Device) const noexcept override {}
  c10::Stream getStream(c10::Device) const override { return c10::Stream(c10::Stream::DEFAULT, kDevice); }
  c10::Stream getNewStream(c10::Device, int) const override { return c10::Stream(c10::Stream::DEFAULT, kDevice); }
  c10::Stream exchangeStream(c10::Stream stream) const override { return stream; }
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }
  void synchronizeDevice(c10::DeviceIndex) const override {}
};

C10_REGISTER_GUARD_IMPL(PrivateUse1, Guard)

struct Hooks final : at::PrivateUse1HooksInterface {
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  c10::DeviceIndex deviceCount() const override { return 1; }
  c10::DeviceIndex getCurrentDevice() const override { return 0; }
  const at::Generator& getDefaultGenerator(c10::DeviceIndex) const override {
    return at::globalContext().defaultGenerator(at::kCPU);
  }
};

Hooks hooks;
const bool hooks_registered = (at::RegisterPrivateUse1HooksInterface(&hooks), true);

// Operators of its own

constexpr c10::DispatchKeySet kKey(c10::DispatchKey::PrivateUse1);

at::Tensor empty(c10::IntArrayRef size, std::optional<at::ScalarType> type, std::optional<at::Layout>,
                 std::optional<at::Device> device, std::optional<bool>, std::optional<at::MemoryFormat> format) {
  TORCH_CHECK(!device || device->index() <= 0, "pilot: there is no device ", int{device->index()});
  return at::detail::empty_generic(size, &allocator, kKey, at::dtype_or_default(type), format);
}

at::Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, std::optional<at::ScalarType> type,
                         std::optional<at::Layout>, std::optional<at::Device>, std::optional<bool>) {
  return at::detail::empty_strided_generic(size, stride, &allocator, kKey, at::dtype_or_default(type));
}

// The same memory as a tensor of the host.
at::Tensor on_host(const at::Tensor& tensor) {
  if (tensor.is_cpu()) return tensor;
  return at::from_blob(tensor.data_ptr(), tensor.sizes(), tensor.strides(), tensor.options().device(at::kCPU));
}

at::Tensor copy_from(const at::Tensor& source, const at::Tensor& target, bool) {
  on_host(target).copy_(on_host(source));
  return target;
}

at::Tensor copy_from_and_resize(const at::Tensor& source, const at::Tensor& target) {
  target.resize_(source.sizes());
  return copy_from(source, target, false);
}

at::Scalar local_scalar_dense(const at::Tensor& tensor) { return at::_local_scalar_dense(on_host(tensor)); }

// All other operators

std::set<std::string> names_in(const char* variable) {
  const char* value = std::getenv(variable);
  std::istringstream text(value == nullptr ? "" : value);
  std::set<std::string> names;
  for (std::string name; std::getline(text, name, ',');) names.insert(name);
  return names;
}

std::mutex count_mutex;
std::map<std::string, int64_t> counts;

void count(const std::string& name) {
  const std::lock_guard lock(count_mutex);
  ++counts[name];
}

c10::Dict<std::string, int64_t> fallbacks() {
  const std::lock_guard lock(count_mutex);
  c10::Dict<std::string, int64_t> copy;
  for (const auto& [name, times] : counts) copy.insert(name, times);
  return copy;
}

// As with CUDA, indices may lie on the host.
bool takes_host_operands(const std::string& name) { return name.rfind("aten::index", 0) == 0; }

void refuse_host_operand(const std::string& name, const at::Tensor& tensor) {
  TORCH_CHECK(!tensor.defined() || !tensor.is_cpu() || tensor.dim() == 0,
              "Expected all tensors to be on the same device, but ", name, " got one on pilot:0 and one on cpu");
}

void refuse_host_operands(const std::string& name, const torch::jit::Stack& stack, size_t arguments) {
  if (takes_host_operands(name)) return;
  for (size_t at = stack.size() - arguments; at < stack.size(); ++at) {
    if (stack[at].isTensor()) refuse_host_operand(name, stack[at].toTensor());
    if (!stack[at].isTensorList()) continue;
    for (const at::Tensor& tensor : stack[at].toTensorVector()) refuse_host_operand(name, tensor);
  }
}

void make_coarse(c10::IValue& result) {
  if (!result.isTensor() || result.toTensor().scalar_type() != at::kFloat) return;
  const at::Tensor host = on_host(result.toTensor());
  host.copy_(host.to(at::kBFloat16));
}

void fallback(const c10::OperatorHandle& operation, torch::jit::Stack* stack) {
  static const std::set<std::string> missing = names_in("PILOT_DEVICE_MISSING");
  static const std::set<std::string> coarse = names_in("PILOT_DEVICE_COARSE");
  const std::string& name = operation.schema().name();
  TORCH_CHECK_NOT_IMPLEMENTED(missing.count(name) == 0, "pilot: the operator '", name, "' is not implemented here");
  refuse_host_operands(name, *stack, operation.schema().arguments().size());
  count(name);
  at::native::cpu_fallback(operation, stack);
  if (coarse.count(name) == 0) return;
  const size_t first = stack->size() - operation.schema().returns().size();
  for (size_t at = first; at < stack->size(); ++at) make_coarse((*stack)[at]);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library) {
  library.impl("empty.memory_format", empty);
  library.impl("empty_strided", empty_strided);
  library.impl("_copy_from", copy_from);
  library.impl("_copy_from_and_resize", copy_from_and_resize);
  library.impl("_local_scalar_dense", local_scalar_dense);
  library.impl("as_strided", at::native::as_strided_tensorimpl);
  library.impl("view", at::native::view);
  library.impl("_reshape_alias", at::native::_reshape_alias);
  library.impl("alias", at::native::alias);
  library.impl("unfold", at::native::unfold);
  library.impl("resize_", at::native::resize_);
  library.impl("set_.source_Storage_storage_offset", at::native::set_storage_cpu_);
}

TORCH_LIBRARY_IMPL(_, PrivateUse1, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>());
}

TORCH_LIBRARY(pilot_device, library) { library.def("fallbacks() -> Dict(str, int)", fallbacks); }
