// SPDX-License-Identifier: Apache-2.0
#include "report/measurements.h"

#include <gtest/gtest.h>

#include "evidence/testing.h"

namespace pilotage {
namespace {

Attempt timing(const std::string& platform, int64_t run) {
  Attempt attempt = attempt_on(platform, "seal");
  attempt.stage = "serving";
  attempt.probe = "torch.run";
  attempt.run = run;
  return attempt;
}

void add_run(Store& store, const Attempt& attempt, const std::vector<double>& values) {
  const Sequence sequence = expect(store.begin_attempt(attempt));
  for (size_t i = 0; i < values.size(); ++i) {
    expect(store.add(
        sequence,
        {.metric = "latency.batch", .unit = "s", .item = std::to_string(i), .run = attempt.run, .value = values[i]}));
  }
  expect(store.end_attempt(sequence, 1));
  expect(store.commit());
}

TEST(Measurements, count_each_run_once) {
  TemporaryFolder folder;
  Store store = expect(Store::open(folder.path(), Access::kWrite));
  add_run(store, timing("new", 0), {1, 2, 9});
  add_run(store, timing("new", 1), {4, 4, 4});
  add_run(store, timing("new", 2), {3, 3});
  const auto all = expect(measurements_of(expect(store.attempts()), "seal", store));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].of_runs);
  EXPECT_EQ(all[0].n, 3);
  EXPECT_DOUBLE_EQ(all[0].median, 3);
  EXPECT_DOUBLE_EQ(all[0].least, 2);
  EXPECT_DOUBLE_EQ(all[0].greatest, 4);
  EXPECT_FALSE(all[0].low.has_value());  // three runs fix no 95 % interval of a median
}

TEST(Measurements, take_the_newest_attempt_at_a_case_under_the_seal) {
  TemporaryFolder folder;
  Store store = expect(Store::open(folder.path(), Access::kWrite));
  add_run(store, timing("new", 0), {1});
  add_run(store, timing("new", 0), {2});
  Attempt old = timing("new", 0);
  old.seal = "another";
  add_run(store, old, {3});
  const auto all = expect(measurements_of(expect(store.attempts()), "seal", store));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_DOUBLE_EQ(all[0].median, 2);
}

TEST(Measurements, keep_named_things_apart) {
  TemporaryFolder folder;
  Store store = expect(Store::open(folder.path(), Access::kWrite));
  Attempt attempt = attempt_on("new", "seal");
  attempt.stage = "basics";
  const Sequence sequence = expect(store.begin_attempt(attempt));
  for (const char* item : {"512/0", "512/1", "1024/0"}) {
    expect(store.add(sequence, {.metric = "gemm.fp32.flops", .unit = "FLOP/s", .item = item, .value = 1e9}));
  }
  expect(store.end_attempt(sequence, 1));
  const auto all = expect(measurements_of(expect(store.attempts()), "seal", store));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].item, "1024");
  EXPECT_EQ(all[1].item, "512");
  EXPECT_EQ(all[1].n, 2);
}

TEST(Measurements, give_an_interval_where_the_sample_allows_it) {
  Measurement one;
  std::vector<double> values;
  for (int i = 1; i <= 100; ++i) values.push_back(i);
  summarise(values, one);
  EXPECT_DOUBLE_EQ(one.median, 50.5);
  EXPECT_EQ(one.low, 40);  // ranks 40 and 61 of 100 (binomial), coverage 0.9648
  EXPECT_EQ(one.high, 61);
  EXPECT_NEAR(one.confidence, 0.9648, 5e-5);
}

}  // namespace
}  // namespace pilotage
