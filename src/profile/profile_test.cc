// SPDX-License-Identifier: Apache-2.0
#include "profile/profile.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
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
            "profile.toml:10:1: unknown key \"truth\"; known are: key, value, when, id, source, date, confidence, "
            "note, since, until, conflicts_with");
  EXPECT_EQ(after("2024-02-29", "2024-13-01"), "profile.toml:8:8: \"date\" must be YYYY-MM-DD, this is \"2024-13-01\"");
  EXPECT_EQ(after("FLOP/cycle", "FLOP/cycl"),
            "profile.toml:6:9: \"value\" is not a number with a unit: unknown unit \"FLOP/cycl\", did you mean "
            "\"FLOP/cycle\"?");
  EXPECT_EQ(after("compute.fp32", "Compute"),
            "profile.toml:5:7: \"key\" must be of a-z, 0-9, `_` and `.`, this is \"Compute\"");
  EXPECT_EQ(after("verified on hardware", "verified"),
            "profile.toml:3:12: \"verified\" cannot be \"verified\"; known are: verified on hardware, not verified on "
            "hardware");
  EXPECT_EQ(after("key =", "when = 5\nkey ="), "profile.toml:5:8: needs the text \"when\"");
  EXPECT_EQ(mistakes_of("name = 1 1").find("profile.toml:1:"), 0U);
}

constexpr std::string_view kNamed = "name = \"p\"\nvendor = \"v\"\nverified = \"not verified on hardware\"\n";
constexpr std::string_view kDefaults = "[default]\nsource = \"s\"\ndate = \"2026-01-01\"\nconfidence = \"official\"\n";

std::string mistakes_in(const char* file, const std::string& text) {
  const auto profile = parse_profile(text, file);
  return profile.ok() ? "" : profile.error().message();
}

TEST(Profile, inherits_source_date_and_confidence_from_the_head_of_its_file) {
  const std::string row = "[[feature]]\nname = \"streams\"\n";
  EXPECT_EQ(mistakes_in("features.toml", std::string(kDefaults) + row), "");
  EXPECT_EQ(mistakes_in("features.toml", row),
            "features.toml:1:1: needs the text \"source\"\nfeatures.toml:1:1: needs the text \"date\"\n"
            "features.toml:1:1: needs the text \"confidence\"");
  const auto own = parse_profile(std::string(kDefaults) + row + "confidence = \"reported\"\n", "features.toml");
  ASSERT_TRUE(own.ok());
  EXPECT_EQ(own->features[0].confidence, Confidence::kReported);
  EXPECT_EQ(own->features[0].source, "s");
  EXPECT_EQ(own->features[0].line, 5);
  EXPECT_EQ(mistakes_in("features.toml", "[default]\nnote = \"n\"\n"),
            "features.toml:2:1: unknown key \"note\", did you mean \"date\"?");
}

TEST(Profile, takes_words_of_closed_lists_alone) {
  const std::string head(kDefaults);
  EXPECT_EQ(mistakes_in("features.toml", head + "[[feature]]\nname = \"stream\"\neager = \"fall back\"\n"),
            "features.toml:6:8: \"name\" cannot be \"stream\", did you mean \"streams\"?\n"
            "features.toml:7:9: \"eager\" cannot be \"fall back\", did you mean \"fallback\"?");
  EXPECT_EQ(
      mistakes_in("operators.toml", head + "[[operator]]\noverloads = [\"add\"]\ndtypes = \"bf16\"\n"),
      "operators.toml:6:14: \"overloads\" must be an operator, as aten::add.Tensor, this is \"add\"\n"
      "operators.toml:7:10: \"dtypes\" cannot be \"bf16\"; known are: "
      "float64, float32, bfloat16, float16, float8_e4m3fn, "
      "float8_e5m2, float8_e4m3fnuz, float8_e5m2fnuz, complex32, complex64, complex128, int64, int32, int16, int8, "
      "uint8, uint16, uint32, uint64, bool");
}

TEST(Profile, keeps_each_kind_of_row_in_its_file) {
  const std::string row = std::string(kDefaults) + "[[feature]]\nname = \"streams\"\n";
  EXPECT_EQ(mistakes_in("operators.toml", row), "operators.toml:5:3: [[feature]] belongs into features.toml");
  EXPECT_EQ(mistakes_in("probed.toml", row), "");
  EXPECT_EQ(mistakes_in("features.toml", "[[featur]]\n"),
            "features.toml:1:3: unknown key \"featur\", did you mean \"feature\"?");
  EXPECT_EQ(mistakes_in("features.toml", "feature = 3\n"), "features.toml:1:11: features are written [[feature]]");
}

TEST(Profile, checks_what_rows_say_of_each_other) {
  const std::string head(kDefaults);
  EXPECT_EQ(mistakes_in("features.toml", head + "[[feature]]\nid = \"a\"\nname = \"streams\"\nconflicts_with = \"b\"\n"
                                                "[[feature]]\nid = \"a\"\nname = \"fft\"\nchips = \"C5\"\n"),
            "features.toml:5:1: \"conflicts_with\" names no other row: \"b\", did you mean \"a\"?\n"
            "features.toml:9:1: the id \"a\" stands also in features.toml:5\n"
            "features.toml:9:1: no chip \"C5\"");
  EXPECT_EQ(mistakes_in("releases.toml",
                        head + "[[component]]\nname = \"driver\"\nrole = \"driver\"\n"
                               "[[release]]\nname = \"1.0\"\nbasis = \"released\"\ncomponents = { drivr = \"1\" }\n"),
            "releases.toml:8:1: no component \"drivr\", did you mean \"driver\"?");
  EXPECT_EQ(
      mistakes_in("chips.toml",
                  head + "[[chip]]\nname = \"A\"\n[[figure]]\nchips = \"A\"\nname = \"peak\"\nvalue = \"1 TFLOP/s\"\n"),
      "chips.toml:7:1: a peak, and nothing but a peak, has a \"format\"");
}

TEST(Profile, is_read_from_all_files_of_its_folder_or_refused_as_a_whole) {
  const auto folder = std::filesystem::temp_directory_path() / ("pilotage_profile_" + std::to_string(::getpid())) / "p";
  std::filesystem::create_directories(folder);
  const auto put = [&](const char* name, std::string_view text) { ASSERT_TRUE(write_file(folder / name, text).ok()); };
  put("profile.toml", kNamed);
  put("features.toml", std::string(kDefaults) + "[[feature]]\nname = \"fft\"\n");
  put("probed.toml", std::string(kDefaults) + "[[operator]]\noverloads = \"aten::add\"\nconfidence = \"probed\"\n");
  put("rules.toml", "of = \"another part\"\n");
  auto profile = load_profile(folder);
  ASSERT_TRUE(profile.ok()) << profile.error().message();
  EXPECT_EQ(profile->features.size(), 1U);
  EXPECT_EQ(profile->operators.size(), 1U);
  put("tools.toml", "[[tool]]\n");
  put("features.toml", "x = 1\n");
  profile = load_profile(folder);
  ASSERT_FALSE(profile.ok());
  EXPECT_NE(profile.error().message().find("features.toml:1:1: unknown key"), std::string::npos);
  EXPECT_NE(profile.error().message().find("tools.toml:1:1: needs the text \"command\""), std::string::npos);
  std::filesystem::remove(folder / "tools.toml");
  put("features.toml", "");
  put("feature.toml", "");
  EXPECT_NE(load_profile(folder).error().message().find("did you mean \"features.toml\"?"), std::string::npos);
  std::filesystem::remove_all(folder.parent_path());
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
