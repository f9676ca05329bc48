// SPDX-License-Identifier: Apache-2.0
#include "profile/lookup.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

constexpr std::string_view kOrigin = "[default]\nsource = \"s\"\ndate = \"2026-01-01\"\nconfidence = \"snapshot\"\n";

Profile rows(std::string_view file, std::string_view text) {
  const auto profile = parse_profile(std::string(kOrigin) + std::string(text), file);
  EXPECT_TRUE(profile.ok()) << (profile.ok() ? "" : profile.error().message());
  return profile.ok() ? *profile : Profile();
}

Profile operators(std::string_view text) { return rows("operators.toml", text); }

std::string eager(const Profile& profile, std::string_view overload, std::string_view dtype = {}) {
  return std::string(word(OperatorTable(profile).answer(overload, CallMode::kEager, dtype).support));
}

constexpr std::string_view kAdd = "[[operator]]\noverloads = [\"aten::add.Tensor\", \"aten::mul\"]\neager = \"yes\"\n";

TEST(Operator, keeps_eager_and_compiled_apart) {
  const Profile profile = operators(kAdd);
  const OperatorTable table(profile);
  EXPECT_EQ(table.answer("aten::add.Tensor", CallMode::kEager).support, Support::kYes);
  EXPECT_EQ(table.answer("aten::add.Tensor", CallMode::kCompiled).support, Support::kUnknown);
}

TEST(Operator, that_no_row_names_is_unknown) {
  const Profile profile = operators(kAdd);
  const OperatorAnswer answer = OperatorTable(profile).answer("aten::sort", CallMode::kEager);
  EXPECT_EQ(answer.support, Support::kUnknown);
  EXPECT_EQ(answer.row, nullptr);
}

TEST(Operator, without_a_row_for_its_overload_goes_by_its_name) {
  const Profile profile = operators(kAdd);
  const OperatorTable table(profile);
  const OperatorAnswer answer = table.answer("aten::mul.Scalar", CallMode::kEager);
  EXPECT_EQ(answer.support, Support::kYes);
  EXPECT_TRUE(answer.by_base_name);
  EXPECT_EQ(table.answer("aten::add.Scalar", CallMode::kEager).support, Support::kUnknown);
  EXPECT_FALSE(table.answer("aten::add.Tensor", CallMode::kEager).by_base_name);
}

TEST(Operator, goes_by_what_a_probe_saw_then_documents_then_code_then_reports) {
  std::string text;
  for (const auto* one : {"reported:no", "snapshot:partial", "official:fallback", "probed:decomposed"}) {
    const std::string pair(one);
    const size_t colon = pair.find(':');
    text += "[[operator]]\noverloads = \"aten::sort\"\nconfidence = \"" + pair.substr(0, colon) + "\"\neager = \"" +
            pair.substr(colon + 1) + "\"\n";
    EXPECT_EQ(eager(operators(text), "aten::sort"), pair.substr(colon + 1));
  }
  const Profile profile = operators(text);
  EXPECT_EQ(OperatorTable(profile).answer("aten::sort", CallMode::kEager).others.size(), 3U);
}

TEST(Operator, goes_by_the_newer_of_two_rows_that_rank_alike) {
  EXPECT_EQ(eager(operators("[[operator]]\noverloads = \"aten::sort\"\neager = \"no\"\n"
                            "[[operator]]\noverloads = \"aten::sort\"\neager = \"yes\"\ndate = \"2026-01-02\"\n"),
                  "aten::sort"),
            "yes");
}

TEST(Operator, that_a_better_row_says_nothing_of_goes_by_the_next) {
  const Profile profile = operators(
      "[[operator]]\noverloads = \"aten::sort\"\neager = \"yes\"\nconfidence = \"official\"\n"
      "[[operator]]\noverloads = \"aten::sort\"\ncompiled = \"decomposed\"\n");
  EXPECT_EQ(OperatorTable(profile).answer("aten::sort", CallMode::kCompiled).support, Support::kDecomposed);
}

TEST(Operator, with_a_dtype_goes_by_a_row_that_names_it) {
  const Profile profile = operators(
      "[[operator]]\noverloads = \"aten::mm\"\neager = \"yes\"\nconfidence = \"official\"\n"
      "[[operator]]\noverloads = \"aten::mm\"\neager = \"narrowed\"\ndtypes = \"int64\"\n"
      "[[operator]]\noverloads = \"aten::mm\"\ndtypes_not = [\"bool\"]\n");
  EXPECT_EQ(eager(profile, "aten::mm"), "yes");
  EXPECT_EQ(eager(profile, "aten::mm", "float32"), "yes");
  EXPECT_EQ(eager(profile, "aten::mm", "int64"), "narrowed");
  EXPECT_EQ(eager(profile, "aten::mm", "bool"), "no");
}

TEST(Operator, for_other_dtypes_alone_is_unknown_for_this_one) {
  EXPECT_EQ(eager(operators("[[operator]]\noverloads = \"aten::mm\"\neager = \"yes\"\ndtypes = \"float32\"\n"),
                  "aten::mm", "bfloat16"),
            "unknown");
}

TEST(Row, holds_from_one_release_until_another) {
  const Profile profile = rows("features.toml",
                               "[[feature]]\nname = \"dtype.int64\"\neager = \"narrowed\"\nuntil = \"2.33\"\n"
                               "[[feature]]\nname = \"dtype.int64\"\neager = \"yes\"\nsince = \"2.33\"\n");
  EXPECT_EQ(find_dtype(profile, "int64", "", "2.32.0")->eager, Support::kNarrowed);
  EXPECT_EQ(find_dtype(profile, "int64", "", "2.33.0")->eager, Support::kYes);
  EXPECT_EQ(find_dtype(profile, "int64")->eager, Support::kYes);
  EXPECT_EQ(find_dtype(profile, "int32"), nullptr);
}

TEST(Feature, of_a_chip_goes_before_that_of_all) {
  Profile profile = rows("features.toml", "[[feature]]\nname = \"streams\"\neager = \"yes\"\n");
  FeatureRow of_chip = profile.features[0];
  of_chip.chips = {"C500"};
  of_chip.eager = Support::kNo;
  profile.features.push_back(of_chip);
  EXPECT_EQ(find_feature(profile, "streams", "C500")->eager, Support::kNo);
  EXPECT_EQ(find_feature(profile, "streams", "C600")->eager, Support::kYes);
  EXPECT_EQ(find_feature(profile, "streams")->eager, Support::kYes);
}

constexpr std::string_view kReleases =
    "[[component]]\nname = \"driver\"\nrole = \"driver\"\npackages = [\"the-dkms\"]\n"
    "[[component]]\nname = \"torch\"\nrole = \"framework\"\n"
    "[[component]]\nname = \"sdk\"\nrole = \"sdk\"\ncompare = 2\n"
    "[[release]]\nname = \"2.1\"\nbasis = \"released\"\ncomponents = { driver = \"9.1\", torch = [\"2.13\", \"2.14\"], "
    "sdk = \"3.5.3.18\" }\n"
    "[[release]]\nname = \"2.0\"\nbasis = \"released\"\ncomponents = { driver = \"9.0\", torch = \"2.12\", sdk = "
    "\"3.4.0.1\" }\n";

TEST(Release, is_the_one_that_the_versions_of_a_machine_sit_in) {
  const Profile profile = rows("releases.toml", kReleases);
  const auto fits = release_fits(profile, {{"the-dkms", "9.0.1"}, {"torch", "2.12.1"}});
  EXPECT_EQ(fits[0].release->name, "2.0");
  EXPECT_EQ(fits[0].fitting, (std::vector<std::string>{"driver", "torch"}));
  EXPECT_EQ(fits[0].unseen, std::vector<std::string>{"sdk"});
  EXPECT_EQ(fits[1].differing, (std::vector<std::string>{"driver", "torch"}));
}

TEST(Release, names_what_belongs_to_another_one) {
  const Profile profile = rows("releases.toml", kReleases);
  const auto fits = release_fits(profile, {{"driver", "9.0"}, {"torch", "2.14.0"}, {"sdk", "3.5.9.9"}});
  EXPECT_EQ(fits[0].release->name, "2.1");
  EXPECT_EQ(fits[0].differing, std::vector<std::string>{"driver"});
  EXPECT_EQ(fits[0].fitting, (std::vector<std::string>{"torch", "sdk"}));
  EXPECT_EQ(versions_in(profile, "2.1", "torch"), (std::vector<std::string>{"2.13", "2.14"}));
}

TEST(Wheel, is_found_by_any_spelling_of_its_name) {
  const Profile profile = rows("wheels.toml", "[[wheel]]\npackage = \"flash-attn\"\nsupport = \"yes\"\n");
  EXPECT_NE(find_wheel(profile, "Flash_Attn"), nullptr);
  EXPECT_NE(find_wheel(profile, "flash.attn"), nullptr);
  EXPECT_EQ(find_wheel(profile, "flash"), nullptr);
}

TEST(LocalVersion, is_found_by_its_letters) {
  const Profile profile =
      rows("wheels.toml", "[[local_version]]\nprefix = \"metax\"\nexample = \"2.8.0+metax3.5.3.9\"\n");
  EXPECT_NE(find_local_version(profile, "2.10.0+metax3.8.0.7"), nullptr);
  EXPECT_EQ(find_local_version(profile, "2.10.0+cu128"), nullptr);
  EXPECT_EQ(find_local_version(profile, "2.10.0"), nullptr);
}

TEST(Variable, finds_the_other_vendors_name_for_one_thing) {
  const Profile ours =
      rows("collectives.toml", "[[variable]]\nname = \"A\"\nrole = \"devices.visible\"\nmeaning = \"m\"\n");
  const Profile theirs = rows("collectives.toml",
                              "[[variable]]\nname = \"B\"\nrole = \"devices.visible\"\nmeaning = \"m\"\n"
                              "[[variable]]\nname = \"C\"\nmeaning = \"m\"\n");
  EXPECT_EQ(twin_of(*find_variable(ours, "A"), theirs)->name, "B");
  EXPECT_EQ(twin_of(*find_variable(theirs, "C"), ours), nullptr);
}

TEST(Conflict, is_seen_from_both_sides) {
  const Profile profile = rows("features.toml",
                               "[[feature]]\nid = \"a\"\nname = \"streams\"\neager = \"yes\"\nconflicts_with = \"b\"\n"
                               "[[feature]]\nid = \"b\"\nname = \"streams\"\neager = \"no\"\n");
  EXPECT_EQ(conflicts_of(profile, profile.features[0]), std::vector<const ProfileRow*>{&profile.features[1]});
  EXPECT_EQ(conflicts_of(profile, profile.features[1]), std::vector<const ProfileRow*>{&profile.features[0]});
  EXPECT_EQ(row_with_id(profile, "b"), &profile.features[1]);
}

}  // namespace
}  // namespace pilotage
