// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

std::string again(std::string_view text) {
  const auto value = parse_json(text);
  return value.ok() ? value->canonical() : "error: " + value.error().message();
}

TEST(Json, writes_one_canonical_form) {
  EXPECT_EQ(again(R"( {"b": 1.50, "a": [true, null, -3, "x\u00e9\n"]} )"), "{\"a\":[true,null,-3,\"x\xc3\xa9\\u000a\"],\"b\":1.5}");
  EXPECT_EQ(again("0.1"), "0.1");
  EXPECT_EQ(again("1e300"), "1e+300");
  EXPECT_EQ(again("9007199254740993"), "9007199254740993");
}

TEST(Json, refuses_what_json_does_not_have) {
  for (const auto* text : {"", "NaN", "Infinity", "{\"a\":1,\"a\":2}", "[1,]", "1 2", "18446744073709551615", "\"\xff\"", "1e999"}) {
    EXPECT_FALSE(parse_json(text).ok()) << text;
  }
  EXPECT_FALSE(parse_json(std::string(100000, '[')).ok());
}

TEST(Json, every_double_reads_back_as_it_was) {
  for (const double value : {0.0, -0.0, 9223372036854775808.0, -9223372036854775808.0, 1e18, 1e19, 1e22, 5e-324}) {
    const std::string text = Json(value).canonical();
    const auto read = parse_json(text);
    ASSERT_TRUE(read.ok()) << text;
    EXPECT_EQ(read->number(), value) << text;
    EXPECT_EQ(read->canonical(), text);
  }
}

TEST(Json, absent_is_null_not_zero) {
  EXPECT_EQ(Json(std::optional<double>()).canonical(), "null");
  EXPECT_EQ(Json(std::optional<double>(2)).canonical(), "2");
  EXPECT_FALSE(parse_json("{}")->number_at("x").has_value());
}

}  // namespace
}  // namespace pilotage
