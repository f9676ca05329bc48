// SPDX-License-Identifier: Apache-2.0
// Definition: 2 n^3 operations (a multiplication and an addition for each of n^3 terms, as LINPACK and every vendor
// count; BLAS, J. Dongarra and others, ACM TOMS 16, 1990) by the time of one product whose right factor is packed
// beforehand. A wrong sum of whole numbers is a broken product, not an inexact one, so speed is only measured after the
// sums are right.
#include "probe/gemm.h"

#include <fmt/core.h>

#include <cstdlib>
#include <thread>

#include "probe/gemm_product.h"
#include "probe/host.h"
#include "probe/parameters.h"
#include "probe/repeats.h"

namespace pilotage {
namespace {

constexpr std::string_view kFormats[] = {"fp32", "bf16", "int8"};
constexpr auto kWarmUp = std::chrono::milliseconds(200);  // longer than a processor needs to settle its clock
constexpr auto kShortest = std::chrono::milliseconds(2);  // a thousand times what the clock resolves

struct GemmCase {
  GemmFormat format;
  int64_t size;
  int64_t repeats;

  std::string metric(std::string_view what) const { return fmt::format("gemm.{}.{}", word(format), what); }
  std::string item() const { return std::to_string(size); }
  std::string place() const { return fmt::format("{} {}", word(format), size); }
};

GemmFormat format_of(std::string_view name) {
  if (name == "fp32") return GemmFormat::kFp32;
  return name == "bf16" ? GemmFormat::kBf16 : GemmFormat::kInt8;
}

int64_t thread_count() {
  const char* set = std::getenv("OMP_NUM_THREADS");
  const int count = set != nullptr ? std::atoi(set) : 0;
  return count > 0 ? count : static_cast<int64_t>(std::thread::hardware_concurrency());
}

void say_hello(Speaker& speaker) {
  Json found = Json::object();
  found.set("library", "oneDNN").set("library_version", onednn_version()).set("threads", thread_count());
  speaker.say(
      ProbeHello{.protocol = kProbeProtocol, .probe = "gemm", .version = PILOTAGE_VERSION, .found = std::move(found)});
}

void say_wrong(const GemmCase& one, const SumCheck& check, Speaker& speaker) {
  const WrongSum& first = *check.first;
  speaker.say(ProbeFinding{
      .rule = "gemm.integer_sums",
      .klass = "unknown",
      .text =
          fmt::format("{} of {} rows of a product of whole numbers are wrong; row {}, column {} is {} and must be {}",
                      check.wrong_rows, one.size, first.row, first.column, first.computed, first.expected),
      .place = one.place(),
      .blocking = true});
}

void say_unsupported(const GemmCase& one, const Error& error, Speaker& speaker) {
  speaker.say(ProbeFinding{.rule = "gemm.unsupported",
                           .klass = "unknown",
                           .text = error.message(),
                           .place = one.place(),
                           .blocking = false});
}

// Whether all sums are right.
Result<bool> check_product(const GemmCase& one, const IntegerMatrices& matrices, GemmProduct& product,
                           Speaker& speaker) {
  TRY(product.multiply());
  const auto read = [&](int64_t row, std::span<double> into) { product.read_row(row, into); };
  const SumCheck check = check_sums(matrices, read);
  speaker.observe(one.metric("wrong_rows"), static_cast<double>(check.wrong_rows), "1", one.item());
  if (check.first) say_wrong(one, check, speaker);
  return check.wrong_rows == 0;
}

Status time_product(const GemmCase& one, GemmProduct& product, Speaker& speaker) {
  const auto times = TRY(time_repeats([&] { return product.multiply(); }, one.repeats, kWarmUp, kShortest));
  const auto n = static_cast<double>(one.size);
  const std::string unit = one.format == GemmFormat::kInt8 ? "OP/s" : "FLOP/s";
  std::vector<double> rates;
  for (const double seconds : times.seconds) rates.push_back(2 * n * n * n / seconds);
  for (size_t run = 0; run < rates.size(); ++run) {
    speaker.observe(one.metric("flops"), rates[run], unit, one.item(), static_cast<int64_t>(run));
  }
  speaker.log(fmt::format("{}: {} G{}, products a run: {}, by {}", one.place(), median_text(rates, 1e9), unit,
                          times.calls, product.implementation()));
  return Done{};
}

// The kernel would end the process rather than refuse the memory, so it is asked before.
Status require_memory(const GemmCase& one) {
  const int64_t factor = one.format == GemmFormat::kFp32 ? 4 : one.format == GemmFormat::kBf16 ? 2 : 1;
  const int64_t needed = one.size * one.size * (2 + 3 * factor + 4);  // whole numbers, factors, packed factor, product
  const auto available = available_memory();
  if (!available || needed <= *available) return Done{};
  return environment_error(fmt::format("needs {} MiB of memory and {} are free", needed >> 20, *available >> 20));
}

Status measure(const GemmCase& one, Speaker& speaker) {
  TRY(require_memory(one));
  const IntegerMatrices matrices = make_integer_matrices(one.size, 1);
  auto product = GemmProduct::prepare(one.format, matrices);
  if (!product.ok()) {
    say_unsupported(one, product.error(), speaker);
    return Done{};
  }
  if (TRY(check_product(one, matrices, *product, speaker))) TRY(time_product(one, *product, speaker));
  return Done{};
}

}  // namespace

std::optional<ProbeError> run_gemm_probe(const ProbeRequest& request, Speaker& speaker) {
  Parameters parameters(request.parameters);
  const auto sizes = parameters.integers("sizes", {512, 1024, 2048}, {1, kLargestProduct});
  const auto formats = parameters.words("formats", kFormats);
  const int64_t repeats = parameters.integer("repeats", 20, {1, 100'000});
  parameters.integer("threads", 1, {1, 4096});  // acted on before the libraries were loaded: see native.cc
  if (auto mistake = parameters.mistake()) return mistake;
  if (request.device != "cpu") return ProbeError{.code = "device", .message = "gemm measures the device cpu only"};
  say_hello(speaker);
  int64_t done = 0;
  const auto total = static_cast<int64_t>(sizes.size() * formats.size());
  for (const auto& format : formats) {
    for (const int64_t size : sizes) {
      const GemmCase one{.format = format_of(format), .size = size, .repeats = repeats};
      speaker.progress(done++, total, one.place());
      const Status status = measure(one, speaker);
      if (!status.ok()) return ProbeError{.code = "gemm", .message = one.place() + ": " + status.error().message()};
    }
  }
  return std::nullopt;
}

}  // namespace pilotage
