// SPDX-License-Identifier: Apache-2.0
// A whole plan for tests, and a way to say what one change to it does.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "plan/plan.h"

namespace pilotage::test {

inline constexpr std::string_view kExamplePlan = R"([pilot]
name = "Search"
question = "May it move?"

[platform.old]
role = "reference"
profile = "cpu"
device = "cpu"
precision = "fp32"

[platform.new]
role = "candidate"
profile = "cpu"
device = "cpu"
precision = "bf16"

[[workload]]
name = "search"
kind = "embed"
entry = "search.py"
data = "data/pairs.jsonl"
options = { tokens = 128 }
score = { kind = "retrieval", query = "query", text = "text", k = 10 }

[[criterion]]
id = "recall"
workload = "search"
metric = "retrieval.recall_at_10"
statistic = "share"
rule = "non_inferior"
margin = "0.01 abs"
expected_flips = 0.03

[[criterion]]
id = "latency"
workload = "search"
metric = "latency.batch"
statistic = "p95"
rule = "at_most"
limit = "250 ms"
gate = "latency"
)";

// The example with one piece replaced by another. The piece must be there.
inline std::string with(std::string_view piece, std::string_view other, std::string text = std::string(kExamplePlan)) {
  const auto at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return at == std::string::npos ? text : text.replace(at, piece.size(), other);
}

// The example with more at its end.
inline std::string and_then(std::string_view more) { return std::string(kExamplePlan) + std::string(more); }

inline Plan plan_of(std::string_view text) {
  auto plan = parse_plan(text, "pilot.toml");
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().message());
  return plan.ok() ? *plan : Plan();
}

// What is said about a plan: "" where it is fine.
inline std::string mistakes_of(std::string_view text) {
  const auto plan = parse_plan(text, "pilot.toml");
  if (plan.ok()) return "";
  EXPECT_EQ(plan.error().kind(), ErrorKind::kUsage);
  return plan.error().message();
}

// The same for the example with one change, without the place; there must be one mistake at most.
inline std::string said_after(std::string_view piece, std::string_view other) {
  const std::string said = mistakes_of(with(piece, other));
  EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  const auto colon = said.find(": ");
  return colon == std::string::npos ? said : said.substr(colon + 2);
}

}  // namespace pilotage::test
