// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pilotage {
namespace {

TEST(File, a_pipe_or_a_link_is_not_replaced) {
  const auto folder = std::filesystem::temp_directory_path() / ("pilotage-file-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("plain", folder / "link");
  EXPECT_TRUE(write_file(folder / "plain", "one").ok());
  EXPECT_TRUE(write_file(folder / "plain", "two").ok());
  EXPECT_FALSE(write_file(folder / "pipe", "three").ok());
  EXPECT_FALSE(write_file(folder / "link", "three").ok());
  EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(*read_file(folder / "plain"), "two");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace pilotage
