// SPDX-License-Identifier: Apache-2.0
#include "stage/peaks.h"

#include "evidence/testing.h"

namespace pilotage {
namespace {

constexpr std::string_view kProfile = R"(name = "cpu"
vendor = "v"
verified = "verified on hardware"
[[fact]]
key = "compute.fp32"
value = "10 FLOP/cycle"
source = "a manual"
date = "2024-02-29"
confidence = "official"
[[fact]]
key = "frequency.highest"
value = "1 GHz"
source = "a manual"
date = "2024-02-29"
confidence = "official"
[[fact]]
key = "memory.bandwidth"
value = "1 GB/s"
source = "a manual"
date = "2024-02-29"
confidence = "official"
)";

Json host_with_two_cores() {
  return expect(parse_json(R"({"processor":{"threads":2,"cores":2,"packages":1,"allowed_threads":2,"features":[]}})"));
}

class Peaks : public testing::Test {
 protected:
  void measured(const std::string& metric, double value, const std::string& unit) {
    ASSERT_TRUE(store.add(attempt, {.metric = metric, .unit = unit, .item = "64", .run = 0, .value = value}).ok());
  }

  std::vector<Note> refusals() {
    const Profile profile = expect(parse_profile(kProfile, "profile.toml"));
    EXPECT_TRUE(refuse_above_peak(profile, host_with_two_cores(), attempt, store).ok());
    EXPECT_TRUE(store.end_attempt(attempt, 1).ok());
    EXPECT_TRUE(store.commit().ok());
    return expect(store.notes(RecordKind::kRefusal));
  }

  TemporaryFolder folder;
  Store store = open_to_write(folder.path());
  Sequence attempt = expect(store.begin_attempt(attempt_on("cpu-fp32")));
};

TEST_F(Peaks, a_product_above_the_peak_is_refused_under_its_metric) {
  measured("gemm.fp32.flops", 19e9, "FLOP/s");
  measured("gemm.fp32.flops", 21e9, "FLOP/s");
  const auto found = refusals();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].attempt, attempt);
  EXPECT_EQ(found[0].body.text_or("code"), "implausible");
  EXPECT_EQ(found[0].body.text_or("metric"), "gemm.fp32.flops");
  EXPECT_EQ(found[0].body.text_or("text"),
            "gemm.fp32.flops is 2.1e+10 FLOP/s, above the peak of 2e+10 FLOP/s that profile \"cpu\" gives this processor");
}

TEST_F(Peaks, the_bandwidth_of_memory_has_a_peak_too) {
  measured("memory.triad.bandwidth", 1.1e9, "B/s");
  measured("memory.copy.bandwidth", 0.9e9, "B/s");
  const auto found = refusals();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].body.text_or("metric"), "memory.triad.bandwidth");
}

TEST_F(Peaks, what_has_no_bound_is_not_refused) {
  measured("gemm.fp32.flops", 20e9, "FLOP/s");
  measured("gemm.bf16.flops", 1e15, "FLOP/s");  // no fact
  measured("gemm.fp32.wrong_rows", 1e15, "1");
  EXPECT_TRUE(refusals().empty());
}

TEST_F(Peaks, a_stack_without_a_profile_is_not_known) {
  EXPECT_FALSE(expect(profile_if_known(PILOTAGE_SOURCE "/profiles", "no-such-stack")).has_value());
  EXPECT_TRUE(expect(profile_if_known(PILOTAGE_SOURCE "/profiles", "cpu")).has_value());
}

TEST_F(Peaks, the_newest_look_tells_what_the_host_is) {
  Attempt look = attempt_on("cpu-fp32", "seal");
  look.stage = "device";
  look.probe = "host";
  for (const char* found : {"old", "new"}) {
    const Sequence sequence = expect(store.begin_attempt(look));
    ASSERT_TRUE(store.note(sequence, RecordKind::kHello, Json::object().set("found", found)).ok());
    ASSERT_TRUE(store.end_attempt(sequence, 1).ok());
    look.run += 1;
  }
  ASSERT_TRUE(store.commit().ok());
  EXPECT_EQ(expect(host_of(store, "seal", "cpu-fp32")), Json("new"));
  EXPECT_TRUE(expect(host_of(store, "seal", "other")).is_null());
}

}  // namespace
}  // namespace pilotage
