// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <gtest/gtest.h>

#include <set>

namespace pilotage {
namespace {

std::string said(std::string_view text) {
  const auto quantity = parse_quantity(text);
  if (!quantity.ok()) return quantity.error().message();
  char number[40];
  std::snprintf(number, sizeof number, "%.17g", quantity->value);
  return std::string(number) + " " + quantity->unit;
}

TEST(Units, converts_to_the_base_unit) {
  EXPECT_EQ(said("250 ms"), "0.25 s");
  EXPECT_EQ(said("250ms"), "0.25 s");
  EXPECT_EQ(said("2 h"), "7200 s");
  EXPECT_EQ(said("4 GiB"), "4294967296 B");
  EXPECT_EQ(said("4 GB"), "4000000000 B");
  EXPECT_EQ(said("1.5 TFLOP/s"), "1500000000000 FLOP/s");
  EXPECT_EQ(said(" 12 item/s "), "12 item/s");
  EXPECT_EQ(said("0.5"), "0.5 1");
}

TEST(Units, rounds_once) {
  EXPECT_EQ(*parse_quantity("1 %")->unit.data(), '1');
  EXPECT_EQ(parse_quantity("1 %")->value, 0.01);
  EXPECT_EQ(parse_quantity("3 us")->value, 3e-6);
  EXPECT_EQ(parse_quantity("7 ns")->value, 7e-9);
}

TEST(Units, names_the_nearest_unit) {
  EXPECT_EQ(said("5 sec"), "unknown unit \"sec\", did you mean \"s\"?");
  EXPECT_EQ(said("5 GFLOPS/s"), "unknown unit \"GFLOPS/s\", did you mean \"GFLOP/s\"?");
  EXPECT_EQ(said("5 parsecs"), "unknown unit \"parsecs\"");
  EXPECT_EQ(said("5 " + std::string(5000, 'x')), "unknown unit of 5000 bytes");
}

TEST(Units, refuses_what_is_no_finite_number) {
  for (const auto* text : {"", "ms", "nan", "inf", "-inf", "1e999", "1e308 TiB", "0x10 s"}) {
    EXPECT_FALSE(parse_quantity(text).ok()) << text;
  }
}

TEST(Units, every_base_is_a_unit_itself_and_names_are_unique) {
  std::set<std::string_view> names;
  for (const auto& unit : known_units()) {
    EXPECT_TRUE(names.insert(unit.name).second) << unit.name;
    const Unit* base = find_unit(unit.base);
    ASSERT_NE(base, nullptr) << unit.name;
    EXPECT_EQ(base->base, base->name);
    EXPECT_EQ(base->times / base->over, 1);
  }
}

}  // namespace
}  // namespace pilotage
