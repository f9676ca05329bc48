// SPDX-License-Identifier: Apache-2.0
#include "probe/framer.h"

#include <gtest/gtest.h>

#include <vector>

namespace pilotage {
namespace {

// Everything that the framer hands out, where a line `+N` announces N bytes.
std::vector<std::string> pieces(Framer& framer, std::string_view bytes) {
  std::vector<std::string> out;
  framer.feed(bytes);
  for (;;) {
    const auto piece = framer.next();
    if (piece.kind == Framer::Kind::kMore) return out;
    if (piece.kind == Framer::Kind::kTooLong) return out.emplace_back("too long"), out;
    if (piece.kind == Framer::Kind::kBytes) {
      out.push_back("bytes " + std::string(piece.bytes) + (piece.last ? "." : ""));
      continue;
    }
    out.push_back("line " + std::string(piece.bytes));
    if (piece.bytes.starts_with('+')) framer.expect_bytes(std::stoi(std::string(piece.bytes.substr(1))));
  }
}

using Texts = std::vector<std::string>;

TEST(Framer, cuts_lines_and_bytes) {
  Framer framer;
  EXPECT_EQ(pieces(framer, "a\n\nb\n+3\nx\ny+0\nc\n"),
            (Texts{"line a", "line ", "line b", "line +3", "bytes x\ny.", "line +0", "bytes .", "line c"}));
  EXPECT_FALSE(framer.inside_line());
  EXPECT_FALSE(framer.inside_bytes());
}

TEST(Framer, cuts_the_same_wherever_the_reads_fall) {
  const std::string stream = "first\n+5\n1\n345second\n+0\nthird\n";
  for (size_t cut = 0; cut <= stream.size(); ++cut) {
    Framer framer;
    Texts together;
    std::string bytes;
    for (const auto part : {std::string_view(stream).substr(0, cut), std::string_view(stream).substr(cut)}) {
      for (auto& piece : pieces(framer, part)) {
        if (piece.starts_with("bytes "))
          bytes += piece.substr(6);
        else
          together.push_back(piece);
      }
    }
    EXPECT_EQ(together, (Texts{"line first", "line +5", "line second", "line +0", "line third"})) << cut;
    EXPECT_EQ(bytes, "1\n345..") << cut;
  }
}

TEST(Framer, knows_where_the_stream_broke_off) {
  Framer in_line;
  pieces(in_line, "half");
  EXPECT_TRUE(in_line.inside_line());
  Framer in_bytes;
  pieces(in_bytes, "+9\nabc");
  EXPECT_TRUE(in_bytes.inside_bytes());
  EXPECT_EQ(in_bytes.missing_bytes(), 6);
}

TEST(Framer, gives_up_on_a_line_above_the_limit) {
  Framer framer;
  const std::string megabyte(1 << 20, 'x');
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(pieces(framer, megabyte).empty());
  EXPECT_EQ(pieces(framer, "x"), Texts{"too long"});
  EXPECT_EQ(pieces(framer, "\nlater\n"), Texts{"too long"});
  Framer exact;
  for (int i = 0; i < 4; ++i) pieces(exact, megabyte);
  EXPECT_EQ(pieces(exact, "\n").size(), 1u);
}

}  // namespace
}  // namespace pilotage
