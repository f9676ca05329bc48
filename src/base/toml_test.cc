// SPDX-License-Identifier: Apache-2.0
#include "base/toml.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

std::string dotted(int parts) {
  std::string key = "a";
  for (int i = 1; i < parts; ++i) key += ".a";
  return key;
}

TEST(Toml, a_key_of_very_many_parts_is_refused_before_it_is_walked) {
  for (const std::string& text : {dotted(500'000) + " = 1\n", "[" + dotted(500'000) + "]\n", "x = { " + dotted(33) + " = 1 }\n"}) {
    const auto parsed = parse_toml("one = 1\n" + text);
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().message(), "line 2, column 1: a key has more than 32 parts");
  }
}

TEST(Toml, dots_in_texts_comments_and_numbers_are_no_parts_of_keys) {
  const std::string dots(100, '.');
  const std::string text = "# " + dots + "\none = \"\\\"" + dots + "\" # \"\ntwo = '" + dots + "\\'\n" + dotted(32) +
                           "x = 1\nc = [1.5, 2.5, 3.5]\nd = \"\"\"it's\n" + dots.substr(0, 20) + "\"\"\"\n";
  const auto parsed = parse_toml(text);
  EXPECT_TRUE(parsed.ok()) << parsed.error().message();
}

}  // namespace
}  // namespace pilotage
