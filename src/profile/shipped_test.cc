// SPDX-License-Identifier: Apache-2.0
// What the shipped profiles promise: they load, every row says where it is from, and known facts are in them.
#include <gtest/gtest.h>

#include <set>

#include "base/file.h"
#include "profile/columns.h"
#include "profile/document.h"
#include "profile/lookup.h"

namespace pilotage {
namespace {

const char* const kNames[] = {"aws-neuron-xla", "aws-trainium", "cpu", "metax-maca", "nvidia-cuda"};

Profile shipped(const std::string& name) {
  auto profile = load_profile(PILOTAGE_SOURCE "/profiles/" + name);
  EXPECT_TRUE(profile.ok()) << (profile.ok() ? "" : profile.error().message());
  return profile.ok() ? *profile : Profile();
}

TEST(ShippedProfiles, are_the_five) {
  const auto names = profile_names(PILOTAGE_SOURCE "/profiles");
  ASSERT_TRUE(names.ok());
  EXPECT_EQ(*names, std::vector<std::string>(std::begin(kNames), std::end(kNames)));
}

TEST(ShippedProfiles, have_a_source_and_a_date_in_every_row) {
  for (const auto* name : kNames) {
    const Profile profile = shipped(name);
    for (const auto& kind : row_kinds()) {
      for (size_t i = 0; i < kind.count(profile); ++i) {
        const ProfileRow& row = kind.row(profile, i);
        EXPECT_FALSE(row.source.empty()) << name << " " << row.file << ":" << row.line;
        EXPECT_EQ(row.date.size(), 10U) << name << " " << row.file << ":" << row.line;
      }
    }
  }
}

TEST(ShippedProfiles, of_devices_that_nobody_here_had_say_so) {
  for (const auto* name : {"metax-maca", "aws-trainium", "aws-neuron-xla"}) {
    const Profile profile = shipped(name);
    EXPECT_FALSE(profile.verified);
    for (const auto& kind : row_kinds()) {
      for (size_t i = 0; i < kind.count(profile); ++i) EXPECT_NE(kind.row(profile, i).confidence, Confidence::kProbed);
    }
  }
}

TEST(ShippedProfiles, name_no_operator_twice_in_one_row) {
  for (const auto* name : kNames) {
    for (const OperatorRow& row : shipped(name).operators) {
      const std::set<std::string> once(row.overloads.begin(), row.overloads.end());
      EXPECT_EQ(once.size(), row.overloads.size()) << name << " " << row.file << ":" << row.line;
    }
  }
}

TEST(ShippedProfiles, know_the_twins_of_what_a_job_sets) {
  const Profile cuda = shipped("nvidia-cuda");
  const Profile metax = shipped("metax-maca");
  const Profile neuron = shipped("aws-trainium");
  const VariableRow& visible = *find_variable(cuda, "CUDA_VISIBLE_DEVICES");
  EXPECT_EQ(twin_of(visible, metax)->name, "MACA_VISIBLE_DEVICES");
  EXPECT_EQ(twin_of(visible, neuron)->name, "NEURON_RT_VISIBLE_CORES");
  EXPECT_EQ(twin_of(*find_variable(cuda, "NCCL_SOCKET_IFNAME"), metax)->name, "MCCL_SOCKET_IFNAME");
  EXPECT_EQ(twin_of(*find_variable(metax, "MCCL_DEBUG"), cuda)->name, "NCCL_DEBUG");
  EXPECT_EQ(twin_of(cuda.tools[0], metax)->name, "mx-smi");
  EXPECT_EQ(twin_of(cuda.tools[0], neuron)->name, "neuron-ls");
}

TEST(ShippedProfiles, know_how_wide_a_warp_is_and_what_a_block_may_share) {
  const auto value = [](const Profile& profile, const char* chip, FigureName name) {
    return figures_of(profile, find_chip(profile, chip)->name, name).at(0)->value.value;
  };
  const Profile cuda = shipped("nvidia-cuda");
  const Profile metax = shipped("metax-maca");
  EXPECT_EQ(value(cuda, "A100", FigureName::kWarpWidth), 32);
  EXPECT_EQ(value(cuda, "h100", FigureName::kSharedMemoryPerBlock), 227 * 1024);
  EXPECT_EQ(value(metax, "MXC500", FigureName::kWarpWidth), 64);
  EXPECT_EQ(value(metax, "C550", FigureName::kSharedMemoryPerBlock), 65536);
  EXPECT_EQ(value(shipped("aws-trainium"), "trn2.48xlarge", FigureName::kMemory), 96.0 * (1 << 30));
}

TEST(TrainiumProfile, answers_for_operators_as_far_as_it_can) {
  const Profile profile = shipped("aws-trainium");
  const OperatorTable table(profile);
  EXPECT_EQ(table.answer("aten::addmm", CallMode::kEager, "bfloat16").support, Support::kYes);
  EXPECT_EQ(table.answer("aten::addmm", CallMode::kEager, "int64").support, Support::kNarrowed);
  EXPECT_EQ(table.answer("aten::topk", CallMode::kCompiled, "int32").support, Support::kNo);
  EXPECT_EQ(table.answer("aten::roll", CallMode::kEager).support, Support::kFallback);
  EXPECT_EQ(table.answer("aten::sort", CallMode::kEager).support, Support::kDecomposed);
  EXPECT_EQ(table.answer("aten::_linalg_svd", CallMode::kEager).support, Support::kFallback);
  EXPECT_EQ(table.answer("aten::slice.Tensor", CallMode::kEager).support, Support::kYes);
  EXPECT_EQ(table.answer("aten::no_such_operator", CallMode::kEager).support, Support::kUnknown);
}

TEST(TrainiumProfile, keeps_what_its_sources_disagree_on) {
  const Profile profile = shipped("aws-trainium");
  const auto figures = figures_of(profile, "Trainium3", FigureName::kBandwidth);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(conflicts_of(profile, *figures[0]).size(), 1U);
  EXPECT_NE(row_with_id(profile, "wheel-os-docs"), nullptr);
  EXPECT_EQ(conflicts_of(profile, *row_with_id(profile, "wheel-os-docs")).size(), 1U);
}

TEST(MetaxProfile, tells_the_release_of_a_set_and_what_is_mixed_in) {
  const Profile profile = shipped("metax-maca");
  const std::map<std::string, std::string> whole = {{"maca", "3.5.3.20"},
                                                    {"torch", "2.8.0+metax3.5.3.9"},
                                                    {"triton", "3.0.0+metax3.5.3.9"},
                                                    {"vllm", "0.18.0+empty"},
                                                    {"mcoplib", "0.4.3+maca3.5.3.20"}};
  EXPECT_EQ(release_fits(profile, whole)[0].release->id, "vllm-0.18.0");
  EXPECT_TRUE(release_fits(profile, whole)[0].differing.empty());
  auto mixed = whole;
  mixed["torch"] = "2.8.0+metax3.7.0.7";
  EXPECT_EQ(release_fits(profile, mixed)[0].differing, std::vector<std::string>{"torch"});
}

TEST(TrainiumProfile, tells_the_release_of_a_set) {
  const Profile profile = shipped("aws-trainium");
  const auto fits = release_fits(profile, {{"aws-neuronx-dkms", "2.31.7.0"},
                                           {"neuronx-cc", "2.28.7631.0+abc"},
                                           {"torch-neuronx", "2.14.3.0.77"},
                                           {"torch", "2.14.0"}});
  EXPECT_EQ(fits[0].release->name, "2.33.0");
  EXPECT_TRUE(fits[0].differing.empty());
}

TEST(ProfilePage, is_the_table_of_columns) {
  const auto page = read_file(PILOTAGE_SOURCE "/docs/profile-format.md");
  ASSERT_TRUE(page.ok()) << page.error().message();
  EXPECT_EQ(*page, profile_reference());
}

}  // namespace
}  // namespace pilotage
