// SPDX-License-Identifier: Apache-2.0
#include "profile/profile.h"

#include <gtest/gtest.h>

#include "profile/bounds.h"

namespace pilotage {
namespace {

constexpr std::string_view kProfile = R"(name = "cpu"
vendor = "v"
verified = "verified on hardware"
[[fact]]
key = "compute.fp32"
value = "16 FLOP/cycle"
source = "a manual"
date = "2024-02-29"
confidence = "official"
)";

std::string mistakes_of(std::string_view text) {
  const auto profile = parse_profile(text, "profile.toml");
  return profile.ok() ? "" : profile.error().message();
}

std::string after(std::string_view piece, std::string_view other) {
  std::string text(kProfile);
  return mistakes_of(text.replace(text.find(piece), piece.size(), other));
}

Profile cpu() {
  auto profile = load_profile(PILOTAGE_SOURCE "/profiles/cpu");
  EXPECT_TRUE(profile.ok()) << (profile.ok() ? "" : profile.error().message());
  return *profile;
}

Json host(std::string_view processor, std::string_view more = "") {
  return *parse_json("{\"processor\":" + std::string(processor) + std::string(more) + "}");
}

TEST(Profile, reads_facts_with_their_origin) {
  const auto profile = parse_profile(kProfile, "profile.toml");
  ASSERT_TRUE(profile.ok()) << profile.error().message();
  EXPECT_TRUE(profile->verified);
  const auto facts = profile->facts_of("compute.fp32");
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0]->value.value, 16);
  EXPECT_EQ(facts[0]->value.unit, "FLOP/cycle");
  EXPECT_EQ(word(facts[0]->confidence), "official");
}

TEST(Profile, refuses_a_fact_without_source_date_or_confidence) {
  EXPECT_EQ(after("source = \"a manual\"\n", ""), "profile.toml:4:1: needs the text \"source\"");
  EXPECT_EQ(after("date = \"2024-02-29\"\n", ""), "profile.toml:4:1: needs the text \"date\"");
  EXPECT_EQ(after("confidence = \"official\"\n", ""), "profile.toml:4:1: needs the text \"confidence\"");
  EXPECT_EQ(after("\"a manual\"", "\"\""), "profile.toml:7:10: needs the text \"source\"");
}

TEST(Profile, says_what_is_wrong_all_at_once) {
  EXPECT_EQ(after("\"official\"", "\"offical\"\ntruth = 1"),
            "profile.toml:9:14: \"confidence\" cannot be \"offical\", did you mean \"official\"?\n"
            "profile.toml:10:1: unknown key \"truth\"; known are: key, value, when, source, date, confidence, note");
  EXPECT_EQ(after("2024-02-29", "2024-13-01"), "profile.toml:8:8: \"date\" must be YYYY-MM-DD, this is \"2024-13-01\"");
  EXPECT_EQ(after("FLOP/cycle", "FLOP/cycl"),
            "profile.toml:6:9: \"value\" is not a number with a unit: unknown unit \"FLOP/cycl\", did you mean "
            "\"FLOP/cycle\"?");
  EXPECT_EQ(after("compute.fp32", "Compute"),
            "profile.toml:5:7: \"key\" must be of a-z, 0-9, `_` and `.`, this is \"Compute\"");
  EXPECT_EQ(after("verified on hardware", "verified"),
            "profile.toml:3:12: \"verified\" cannot be \"verified\"; known are: verified on hardware, not verified on "
            "hardware");
  EXPECT_EQ(after("key =", "when = \"avx\"\nkey ="), "profile.toml:5:8: \"when\" must be a list of features");
  EXPECT_EQ(mistakes_of("name = 1 1").find("profile.toml:1:"), 0U);
}

TEST(Profile, that_is_missing_is_the_plans_mistake) {
  const auto profile = load_profile("no/such/profile");
  ASSERT_FALSE(profile.ok());
  EXPECT_EQ(profile.error().kind(), ErrorKind::kUsage);
}

TEST(CpuProfile, has_a_bound_for_every_format_that_grows_with_what_the_cores_can_do) {
  const Profile profile = cpu();
  for (const auto* format : {"fp32", "bf16", "int8"}) {
    const auto peak = [&](const char* features) {
      return *peak_flops(
          profile, host("{\"cores\":4,\"threads\":8,\"features\":[\"sse4_2\"" + std::string(features) + "]}"), format);
    };
    EXPECT_LT(peak(""), peak(",\"avx\",\"avx2\""));
    EXPECT_LT(peak(",\"avx\",\"avx2\""), peak(",\"avx\",\"avx512f\""));
  }
  EXPECT_EQ(*peak_flops(profile, host(R"({"cores":4,"threads":8,"features":["avx","avx512f"]})"), "fp32"),
            4 * 64 * 6.5e9);
  EXPECT_EQ(*peak_flops(profile, host(R"({"cores":1,"features":["amx_tile","amx_int8"]})"), "int8"), 2048 * 6.5e9);
}

TEST(CpuProfile, lies_above_what_was_measured) {
  // Two cores of a Xeon (model 207) with oneDNN 2.6 at 2048³: 195 fp32, 387 bf16 and 916 int8 GFLOP/s.
  const Json found = host(R"({"cores":2,"threads":2,"features":["avx","avx2","avx512f","avx512_bf16","avx512_vnni"]})");
  EXPECT_GT(*peak_flops(cpu(), found, "fp32"), 195e9);
  EXPECT_GT(*peak_flops(cpu(), found, "bf16"), 387e9);
  EXPECT_GT(*peak_flops(cpu(), found, "int8"), 916e9);
  EXPECT_LT(*peak_flops(cpu(), found, "fp32"), 195e9 * 10);
}

TEST(CpuProfile, counts_threads_as_cores_in_a_virtual_machine_and_only_what_may_be_used) {
  const Profile profile = cpu();
  const std::string processor = R"({"cores":4,"threads":8,"features":["avx"]})";
  const double real = *peak_flops(profile, host(processor), "fp32");
  EXPECT_EQ(*peak_flops(profile, host(processor, ",\"surroundings\":{\"virtual_machine\":true}"), "fp32"), 2 * real);
  EXPECT_EQ(*peak_flops(profile, host(R"({"cores":4,"threads":8,"allowed_threads":1,"features":["avx"]})"), "fp32"),
            real / 4);
}

TEST(CpuProfile, gives_no_bound_where_it_knows_too_little) {
  const Profile profile = cpu();
  EXPECT_FALSE(peak_flops(profile, Json(), "fp32"));
  EXPECT_FALSE(peak_flops(profile, host(R"({"cores":4,"features":["asimd"]})"), "fp32"));
  EXPECT_FALSE(peak_flops(profile, host(R"({"features":["avx"]})"), "fp32"));
  EXPECT_FALSE(peak_flops(profile, host(R"({"cores":4,"features":["avx"]})"), "fp4"));
  EXPECT_FALSE(peak_bandwidth(profile, Json()));
  EXPECT_EQ(*peak_bandwidth(profile, host(R"({"packages":2})")), 4e12);
}

}  // namespace
}  // namespace pilotage
