// SPDX-License-Identifier: Apache-2.0
#include "report/markup.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

TEST(Markup, keeps_names_text) {
  EXPECT_EQ(escape_markup("<script>alert('1' & \"2\")</script>"),
            "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;");
  EXPECT_EQ(element("a", {{"title", "\"><b>"}}, text("</a>")).code(),
            "<a title=\"&quot;&gt;&lt;b&gt;\">&lt;/a&gt;</a>");
}

TEST(Markup, shows_what_would_turn_or_hide_text) {
  EXPECT_EQ(escape_markup("safe\u202Eno\u200F"), "safe[U+202E]no[U+200F]");
  EXPECT_EQ(escape_markup("\uFEFFx\u2028"), "[U+FEFF]x[U+2028]");
  EXPECT_EQ(escape_markup("שלום नमस्ते 模型"), "שלום नमस्ते 模型");
}

TEST(Markup, replaces_what_xml_does_not_have) {
  EXPECT_EQ(escape_markup(std::string_view("a\0b\x1b[31m", 8)), "a\uFFFDb\uFFFD[31m");
  EXPECT_EQ(escape_markup("\xc0\xaf|\xed\xa0\x80|\xf5\x80|\xe2\x82"),  // overlong, surrogate, too large, cut off
            "\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD");
  EXPECT_EQ(escape_markup("\uFFFF\t\n"), "\uFFFD\t\n");
}

TEST(Markup, repairs_utf8_and_changes_nothing_else) {
  EXPECT_EQ(valid_utf8("a\xff<\x1b>\u202E\uFFFD"), "a\uFFFD<\x1b>\u202E\uFFFD");
}

TEST(Markup, makes_text_harmless_for_terminals) {
  EXPECT_EQ(visible_text("a\x1b[2J\nb\r<c>"), "a\uFFFD[2J b\uFFFD<c>");
}

}  // namespace
}  // namespace pilotage
