// SPDX-License-Identifier: Apache-2.0
#include "profile/version.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

TEST(Version, fits_where_its_leading_parts_are_those_named) {
  EXPECT_TRUE(version_fits("3.12", "3.12"));
  EXPECT_TRUE(version_fits("3.12", "3.12.4"));
  EXPECT_TRUE(version_fits("3.3.0.x", "3.3.0.15"));
  EXPECT_TRUE(version_fits("2.13.3.0", "2.13.3.0.1636"));
  EXPECT_FALSE(version_fits("3.1", "3.12"));
  EXPECT_FALSE(version_fits("3.12.4", "3.12"));
  EXPECT_FALSE(version_fits("3.12", ""));
}

TEST(Version, of_a_debian_package_may_carry_a_revision) {
  EXPECT_TRUE(version_fits("2.33.10.0", "2.33.10.0-068180c7a"));
  EXPECT_FALSE(version_fits("2.33.10.0", "2.34.10.0-068180c7a"));
}

TEST(Version, fits_its_local_part_too_where_one_is_asked_for) {
  EXPECT_TRUE(version_fits("2.8.0", "2.8.0+metax3.5.3.9"));
  EXPECT_TRUE(version_fits("2.8.0+metax3.5", "2.8.0+metax3.5.3.9"));
  EXPECT_TRUE(version_fits("2.6.3+metax3.8.0.7torch2.10", "2.6.3+metax3.8.0.7torch2.10"));
  EXPECT_FALSE(version_fits("2.8.0+metax3.5.3.9", "2.8.0+metax3.7.0.7"));
  EXPECT_FALSE(version_fits("2.8.0+metax3.5.3.9", "2.8.0+cu128"));
  EXPECT_FALSE(version_fits("2.8.0+metax3.5.3.9", "2.8.0"));
}

TEST(Version, may_be_bounded_from_below) {
  EXPECT_TRUE(version_fits(">=525.60.13", "550.54.14"));
  EXPECT_TRUE(version_fits(">=525.60.13", "525.60.13"));
  EXPECT_FALSE(version_fits(">=525.60.13", "525.60"));
  EXPECT_FALSE(version_fits(">=525.60.13", "470.82.01"));
}

TEST(Version, tells_the_stacks_that_share_a_package_name_apart) {
  EXPECT_TRUE(version_fits(">=2.10", "2.13.3.0"));
  EXPECT_FALSE(version_fits(">=2.10", "2.9.0.2.12.22436"));
  EXPECT_TRUE(version_fits("<2.10", "2.9.0.2.12.22436"));
  EXPECT_TRUE(version_fits("+metax", "2.8.0+metax3.5.3.9"));
  EXPECT_FALSE(version_fits("+metax", "2.8.0+cu128"));
}

TEST(Version, compares_numbers_as_numbers) {
  EXPECT_TRUE(compare_versions("2.9", "2.10") < 0);
  EXPECT_TRUE(compare_versions("2.33", "2.33.0") < 0);
  EXPECT_TRUE(compare_versions("2.33.0+x", "2.33.0") == 0);
  EXPECT_TRUE(compare_versions("10", "9.9.9") > 0);
  EXPECT_TRUE(compare_versions("", "0") < 0);
}

TEST(Version, agrees_in_so_many_leading_parts) {
  EXPECT_TRUE(leading_parts_agree("3.5.3.9", "3.5.3.20", 3));
  EXPECT_FALSE(leading_parts_agree("3.5.3.9", "3.5.3.20", 4));
  EXPECT_FALSE(leading_parts_agree("3.5", "3.5.3", 3));
}

TEST(LocalPart, is_letters_and_the_numbers_behind_them) {
  EXPECT_EQ(split_local("metax3.5.3.9").letters, "metax");
  EXPECT_EQ(split_local("metax3.5.3.9").numbers, "3.5.3.9");
  EXPECT_EQ(split_local("metax3.8.0.7torch2.10").numbers, "3.8.0.7");
  EXPECT_EQ(split_local("maca3.7.0.37.torch2.8").numbers, "3.7.0.37");
  EXPECT_EQ(split_local("cpu").numbers, "");
  EXPECT_EQ(split_local("").letters, "");
}

}  // namespace
}  // namespace pilotage
