// SPDX-License-Identifier: Apache-2.0
// A plain oneDNN program to hold the gemm probe against: `bench_gemm_peer FORMAT SIZE RUNS` multiplies square matrices
// with a packed right factor, as oneDNN's own examples do it, and prints the operations a second of each run.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>

using dnnl::memory;

static dnnl::matmul::primitive_desc describe(const dnnl::engine& engine, const memory::desc& a, const memory::desc& b,
                                             const memory::desc& c) {
#if DNNL_VERSION_MAJOR >= 3
  return {engine, a, b, c};
#else
  return {dnnl::matmul::desc(a, b, c), engine};
#endif
}

// Small whole numbers in every format: zeros could be a special case, and numbers near the smallest are slow.
static void fill(const memory& target, memory::data_type type) {
  const auto value = [](size_t i) { return static_cast<unsigned char>(1 + (i * 7) % 9); };
  const size_t bytes = target.get_desc().get_size();
  void* at = target.get_data_handle();
  if (type == memory::data_type::f32) {
    for (size_t i = 0; i < bytes / 4; ++i) static_cast<float*>(at)[i] = value(i);
  } else if (type == memory::data_type::bf16) {  // the upper half of an fp32
    for (size_t i = 0; i < bytes / 2; ++i) {
      const float wide = value(i);
      std::memcpy(static_cast<char*>(at) + 2 * i, reinterpret_cast<const char*>(&wide) + 2, 2);
    }
  } else {
    for (size_t i = 0; i < bytes; ++i) static_cast<unsigned char*>(at)[i] = value(i);
  }
}

int main(int argc, char** argv) {
  if (argc != 4) return std::fputs("usage: bench_gemm_peer fp32|bf16|int8 SIZE RUNS\n", stderr), 2;
  const std::string format = argv[1];
  const memory::dim n = std::atoll(argv[2]);
  using Type = memory::data_type;
  const Type left = format == "fp32" ? Type::f32 : format == "bf16" ? Type::bf16 : Type::u8;
  const Type right = format == "int8" ? Type::s8 : left;
  const Type out = format == "int8" ? Type::s32 : Type::f32;
  dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const auto chosen = describe(engine, {{n, n}, left, memory::format_tag::ab}, {{n, n}, right, memory::format_tag::any},
                               {{n, n}, out, memory::format_tag::ab});
  memory a(chosen.src_desc(), engine);
  memory b(chosen.weights_desc(), engine);
  memory c(chosen.dst_desc(), engine);
  fill(a, left);
  fill(b, right);
  dnnl::matmul product(chosen);
  const auto once = [&] {
    product.execute(stream, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
    stream.wait();
  };
  const auto seconds = [](auto start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const auto begin = std::chrono::steady_clock::now();
  do once(); while (seconds(begin) < 0.2);
  for (int run = 0; run < std::atoi(argv[3]); ++run) {
    const auto start = std::chrono::steady_clock::now();
    once();
    std::printf("%.6e\n", 2 * std::pow(static_cast<double>(n), 3) / seconds(start));
  }
  return 0;
}
