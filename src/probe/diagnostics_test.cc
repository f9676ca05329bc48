// SPDX-License-Identifier: Apache-2.0
#include "probe/diagnostics.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace pilotage {
namespace {

TEST(Diagnostics, any_bytes_become_text_that_json_can_carry) {
  EXPECT_EQ(as_utf8("a\tb\nc é €  😀"), "a\tb\nc é €  😀");
  for (const auto* bad :
       {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xf4\x90\x80\x80", "\x1b"}) {
    EXPECT_EQ(as_utf8(bad).find(bad), std::string::npos);
    EXPECT_TRUE(parse_json(json_quote(as_utf8(bad))).ok());
  }
  for (int byte = 0; byte < 256; ++byte) {
    for (int next = 0; next < 256; next += 5) {
      const std::string bytes = {static_cast<char>(byte), static_cast<char>(next), 'z'};
      EXPECT_TRUE(parse_json(json_quote(as_utf8(bytes))).ok()) << byte << ' ' << next;
    }
  }
}

TEST(Diagnostics, finds_the_last_line_that_says_something) {
  DiagnosticsTail tail;
  EXPECT_EQ(tail.last_line(), "");
  tail.add("first\nImportError: no module\n\n");
  EXPECT_EQ(tail.last_line(), "ImportError: no module");
}

}  // namespace
}  // namespace pilotage
