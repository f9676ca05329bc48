// SPDX-License-Identifier: Apache-2.0
// The only file that includes oneDNN. Debian 12 has version 2.6, Debian 13 a 3.x: of what is used here only the making
// of a primitive's description differs. oneDNN throws; here that becomes an error.
#include "probe/gemm_product.h"

#include <fmt/core.h>

#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

namespace pilotage {
namespace {

using dnnl::memory;
using Type = memory::data_type;

struct Types {
  Type left;
  Type right;
  Type product;
};

Types types_of(GemmFormat format) {
  switch (format) {
    case GemmFormat::kFp32: return {Type::f32, Type::f32, Type::f32};
    case GemmFormat::kBf16: return {Type::bf16, Type::bf16, Type::f32};
    case GemmFormat::kInt8: break;
  }
  return {Type::u8, Type::s8, Type::s32};
}

memory::desc square(int64_t size, Type type, memory::format_tag layout) { return {{size, size}, type, layout}; }

dnnl::matmul::primitive_desc describe(const dnnl::engine& engine, const memory::desc& left, const memory::desc& right,
                                      const memory::desc& product) {
#if DNNL_VERSION_MAJOR >= 3
  return {engine, left, right, product};
#else
  return {dnnl::matmul::desc(left, right, product), engine};
#endif
}

// Whole numbers up to 256 need eight bits of mantissa, which bf16 has: the upper half of the fp32 is all of it.
uint16_t as_bf16(float value) {
  uint32_t bits = 0;
  static_assert(sizeof bits == sizeof value);
  __builtin_memcpy(&bits, &value, sizeof bits);
  return static_cast<uint16_t>(bits >> 16);
}

template <typename T, typename Convert>
void fill_with(const memory& target, const std::vector<int8_t>& source, Convert convert) {
  auto* out = static_cast<T*>(target.get_data_handle());
  for (size_t i = 0; i < source.size(); ++i) out[i] = convert(source[i]);
}

void fill(const memory& target, Type type, const std::vector<int8_t>& source) {
  switch (type) {
    case Type::f32: return fill_with<float>(target, source, [](int8_t x) { return static_cast<float>(x); });
    case Type::bf16:
      return fill_with<uint16_t>(target, source, [](int8_t x) { return as_bf16(static_cast<float>(x)); });
    case Type::u8: return fill_with<uint8_t>(target, source, [](int8_t x) { return static_cast<uint8_t>(x); });
    default: return fill_with<int8_t>(target, source, [](int8_t x) { return x; });
  }
}

memory filled(const dnnl::engine& engine, Type type, int64_t size, const std::vector<int8_t>& source) {
  memory out(square(size, type, memory::format_tag::ab), engine);
  fill(out, type, source);
  return out;
}

template <typename T>
void convert_row(const memory& product, int64_t row, std::span<double> into) {
  const T* from = static_cast<const T*>(product.get_data_handle()) + row * static_cast<int64_t>(into.size());
  for (size_t i = 0; i < into.size(); ++i) into[i] = static_cast<double>(from[i]);
}

Error as_error(const dnnl::error& thrown) {
  const bool missing = thrown.status == dnnl_unimplemented;
  return environment_error(missing ? "oneDNN has no such product on this processor"
                                   : std::string("oneDNN: ") + thrown.what());
}

}  // namespace

struct GemmProduct::State {
  GemmFormat format;
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::matmul primitive;
  std::string implementation;
  memory product;
  std::unordered_map<int, memory> arguments;
};

std::string_view word(GemmFormat format) {
  switch (format) {
    case GemmFormat::kFp32: return "fp32";
    case GemmFormat::kBf16: return "bf16";
    case GemmFormat::kInt8: break;
  }
  return "int8";
}

GemmProduct::GemmProduct(std::unique_ptr<State> state) : state_(std::move(state)) {}
GemmProduct::GemmProduct(GemmProduct&&) noexcept = default;
GemmProduct::~GemmProduct() = default;

Result<GemmProduct> GemmProduct::prepare(GemmFormat format, const IntegerMatrices& matrices) {
  using Layout = memory::format_tag;
  const int64_t size = matrices.size;
  const Types types = types_of(format);
  try {
    auto state = std::make_unique<State>(
        State{.format = format, .primitive = {}, .implementation = {}, .product = {}, .arguments = {}});
    const auto& engine = state->engine;
    const auto chosen = describe(engine, square(size, types.left, Layout::ab), square(size, types.right, Layout::any),
                                 square(size, types.product, Layout::ab));
    const memory left = filled(engine, types.left, size, matrices.left);
    memory plain = filled(engine, types.right, size, matrices.right);
    memory packed(chosen.weights_desc(), engine);
    dnnl::reorder(plain, packed).execute(state->stream, plain, packed);
    state->stream.wait();
    state->product = memory(chosen.dst_desc(), engine);
    state->primitive = dnnl::matmul(chosen);
    state->implementation = chosen.impl_info_str();
    state->arguments = {{DNNL_ARG_SRC, left}, {DNNL_ARG_WEIGHTS, packed}, {DNNL_ARG_DST, state->product}};
    return GemmProduct(std::move(state));
  } catch (const dnnl::error& thrown) { return as_error(thrown); }
}

Status GemmProduct::multiply() {
  try {
    state_->primitive.execute(state_->stream, state_->arguments);
    state_->stream.wait();
    return Done{};
  } catch (const dnnl::error& thrown) { return as_error(thrown); }
}

void GemmProduct::read_row(int64_t row, std::span<double> into) const {
  if (state_->format == GemmFormat::kInt8) return convert_row<int32_t>(state_->product, row, into);
  convert_row<float>(state_->product, row, into);
}

std::string GemmProduct::implementation() const { return state_->implementation; }

std::string onednn_version() {
  const dnnl_version_t* version = dnnl_version();
  return fmt::format("{}.{}.{}", version->major, version->minor, version->patch);
}

}  // namespace pilotage
