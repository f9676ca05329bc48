// SPDX-License-Identifier: Apache-2.0
// After J. D. McCalpin, STREAM (https://www.cs.virginia.edu/stream/ref.html): loops, order of the loops, counting of
// bytes and check of the values. Written anew. The stores go past the caches where the processor can do that: an ordinary
// store first reads the line that it will overwrite, traffic that STREAM does not count.
#include "probe/stream.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

namespace pilotage {
namespace {

using std::chrono::steady_clock;

constexpr double kScalar = 3;

struct Part {
  double* a;
  double* b;
  double* c;
  int64_t count;
};

void first_touch(const Part& part) {
  std::fill_n(part.a, part.count, 1.0);
  std::fill_n(part.b, part.count, 2.0);
  std::fill_n(part.c, part.count, 0.0);
}

#ifdef __SSE2__
using Lane = __m128d;
Lane load(const double* at) { return _mm_load_pd(at); }
void store(double* at, Lane value) { _mm_stream_pd(at, value); }
#else
using Lane = double;
Lane load(const double* at) { return *at; }
void store(double* at, Lane value) { *at = value; }
#endif
constexpr int64_t kLane = sizeof(Lane) / sizeof(double);

template <typename Value>
void fill(double* out, int64_t count, Value value) {
  for (int64_t i = 0; i < count; i += kLane) store(out + i, value(i));
}

void run_kernel(size_t kernel, const Part& part) {
  double* const a = part.a;
  double* const b = part.b;
  double* const c = part.c;
  const Lane scalar = Lane{} + kScalar;
  switch (kernel) {
    case 0: return fill(c, part.count, [=](int64_t i) { return load(a + i); });
    case 1: return fill(b, part.count, [=](int64_t i) { return scalar * load(c + i); });
    case 2: return fill(c, part.count, [=](int64_t i) { return load(a + i) + load(b + i); });
    default: return fill(a, part.count, [=](int64_t i) { return load(b + i) + scalar * load(c + i); });
  }
}

struct Values {
  double a = 1;
  double b = 2;
  double c = 0;
};

Values expected_after(int64_t rounds) {
  Values values;
  for (int64_t i = 0; i < rounds; ++i) {
    values.c = values.a;
    values.b = kScalar * values.c;
    values.c = values.a + values.b;
    values.a = values.b + kScalar * values.c;
  }
  return values;
}

// All values are products of small whole numbers, so rounding stays far below this.
bool differs(double value, double expected) { return !(std::abs(value - expected) <= 1e-13 * std::abs(expected)); }

int64_t count_wrong(const Part& part, const Values& expected) {
  int64_t wrong = 0;
  for (int64_t i = 0; i < part.count; ++i) {
    wrong += differs(part.a[i], expected.a) + differs(part.b[i], expected.b) + differs(part.c[i], expected.c);
  }
  return wrong;
}

// Three arrays, touched by nobody yet: memory lands where the thread that first writes it runs.
class Arrays {
 public:
  explicit Arrays(int64_t elements)
      : elements_(elements), a_(allocate(elements)), b_(allocate(elements)), c_(allocate(elements)) {}

  Part part(int64_t index, int64_t parts) const {
    const int64_t first = start_of(index, parts);
    return {begin(a_) + first, begin(b_) + first, begin(c_) + first, start_of(index + 1, parts) - first};
  }

 private:
  struct Line {
    alignas(kStreamLine * sizeof(double)) double values[kStreamLine];
  };
  using Array = std::unique_ptr<Line[]>;
  static Array allocate(int64_t elements) {
    return std::make_unique_for_overwrite<Line[]>(static_cast<size_t>(elements / kStreamLine));
  }

  static double* begin(const Array& array) { return reinterpret_cast<double*>(array.get()); }

  // Parts begin and end at whole cache lines, so that no two threads store into the same one.
  int64_t start_of(int64_t index, int64_t parts) const {
    return elements_ / kStreamLine * index / parts * kStreamLine;
  }

  int64_t elements_;
  Array a_;
  Array b_;
  Array c_;
};

}  // namespace

StreamResult run_stream(int64_t elements, int64_t threads, int64_t rounds) {
  const Arrays arrays(elements);
  StreamResult result;
  std::vector<int64_t> wrong(static_cast<size_t>(threads));
  std::barrier<> together(threads);
  const auto work = [&](int64_t index) {
    const Part part = arrays.part(index, threads);
    first_touch(part);
    for (int64_t round = 0; round <= rounds; ++round) {
      for (size_t kernel = 0; kernel < kStreamKernels.size(); ++kernel) {
        together.arrive_and_wait();
        const auto start = steady_clock::now();
        run_kernel(kernel, part);
        together.arrive_and_wait();
        const double seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
        if (index == 0 && round > 0) result.seconds[kernel].push_back(seconds);
      }
    }
    wrong[static_cast<size_t>(index)] = count_wrong(part, expected_after(rounds + 1));
  };
  {
    std::vector<std::jthread> others;
    for (int64_t i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
  }
  for (const int64_t count : wrong) result.wrong_values += count;
  return result;
}

}  // namespace pilotage
