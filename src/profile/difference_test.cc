// SPDX-License-Identifier: Apache-2.0
#include "profile/difference.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pilotage {
namespace {

Profile shipped(const std::string& name) {
  auto profile = load_profile(PILOTAGE_SOURCE "/profiles/" + name);
  EXPECT_TRUE(profile.ok()) << (profile.ok() ? "" : profile.error().message());
  return profile.ok() ? *profile : Profile();
}

std::vector<ProfileChange> between(const Profile& profile, std::string_view from, std::string_view to) {
  auto changes = compare_releases(profile, from, to);
  EXPECT_TRUE(changes.ok()) << (changes.ok() ? "" : changes.error().message());
  return changes.ok() ? *changes : std::vector<ProfileChange>();
}

// `changed aws-neuronx-dkms: 2.30.2.0 -> 2.31.7.0`
bool has(const std::vector<ProfileChange>& changes, const std::string& wanted) {
  return std::ranges::any_of(changes, [&](const ProfileChange& one) {
    return std::string(word(one.change)) + " " + one.name + ": " + one.from + " -> " + one.to == wanted;
  });
}

TEST(ReleaseDifference, names_the_components_that_moved) {
  const auto changes = between(shipped("aws-trainium"), "2.32.0", "2.33.0");
  EXPECT_TRUE(has(changes, "changed aws-neuronx-dkms: 2.30.2.0 -> 2.31.7.0"));
  EXPECT_TRUE(has(changes, "changed neuronx-cc: 2.27.5334.0, 2.27.2878.0 -> 2.28.7631.0"));
  EXPECT_TRUE(has(changes, "changed nki: 0.6.0 -> 0.7.0"));
}

TEST(ReleaseDifference, names_features_gained_and_lost) {
  const Profile profile = shipped("aws-trainium");
  EXPECT_TRUE(has(between(profile, "2.31.1", "2.32.0"), "gained dtype.complex64, compiled: no -> partial"));
  EXPECT_TRUE(has(between(profile, "2.32.0", "2.31.1"), "lost dtype.complex64, compiled: partial -> no"));
  EXPECT_TRUE(has(between(profile, "2.32.0", "2.33.0"), "lost dtype.int64, eager: narrowed -> "));
}

TEST(ReleaseDifference, names_defaults_that_turned_round_and_defects_that_were_mended) {
  const Profile profile = shipped("aws-trainium");
  EXPECT_TRUE(has(between(profile, "2.32.0", "2.33.0"),
                  "changed TORCH_NEURONX_DISABLE_FALLBACK_EXECUTION: default False -> default True"));
  const auto changes = between(shipped("aws-neuron-xla"), "2.31.1", "2.32.0");
  EXPECT_TRUE(has(changes, "lost nf38: the decoder of DEIMv2 gives wrong results: open -> "));
}

TEST(ReleaseDifference, of_metax_names_the_wheels_of_another_pytorch) {
  const auto changes = between(shipped("metax-maca"), "3.7.1", "3.8.0");
  EXPECT_TRUE(has(changes, "changed torch: 2.8.0+metax3.7.1.3 -> 2.10.0+metax3.8.0.7"));
}

TEST(ReleaseDifference, of_a_release_that_is_not_there_is_a_mistake) {
  const auto changes = compare_releases(shipped("aws-trainium"), "2.32.0", "2.34.0");
  ASSERT_FALSE(changes.ok());
  EXPECT_EQ(changes.error().kind(), ErrorKind::kUsage);
  EXPECT_NE(changes.error().message().find("no release \"2.34.0\""), std::string::npos);
}

TEST(ProfileDifference, pairs_variables_by_what_they_are_for) {
  const auto changes = compare_profiles(shipped("nvidia-cuda"), shipped("metax-maca"));
  EXPECT_TRUE(has(changes, "changed devices.visible: CUDA_VISIBLE_DEVICES -> MACA_VISIBLE_DEVICES"));
  EXPECT_TRUE(has(changes, "changed collectives.debug: NCCL_DEBUG -> MCCL_DEBUG"));
  EXPECT_TRUE(has(changes, "lost inline_assembly, eager: yes -> no"));
  EXPECT_TRUE(has(changes, "lost warp_32, eager: yes -> no"));
}

TEST(ProfileDifference, of_a_profile_with_itself_is_nothing) {
  const Profile profile = shipped("metax-maca");
  EXPECT_TRUE(compare_profiles(profile, profile).empty());
}

}  // namespace
}  // namespace pilotage
