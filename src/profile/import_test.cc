// SPDX-License-Identifier: Apache-2.0
#include "profile/import.h"

#include <gtest/gtest.h>

#include "profile/lookup.h"
#include "profile/row_text.h"

namespace pilotage {
namespace {

// In the form of the vendor's page: operator, status, dtype coverage, CPU fallback.
constexpr std::string_view kPage = R"(# PyTorch operators

Some words.

| Operator | Status | Dtype coverage | CPU fallback | Notes |
|---|:---:|---|---|---|
| `aten::add.Tensor` | Supported | fp32, bf16, fp16 | | |
| `torch.sort` | Not supported | | Yes | |
| aten.topk | **Partial** | float32/bf16 | | no integers |
| aten::odd | quite good | fp32, posit8 | | |

| Version | Date |
|---|---|
| 2.33 | 2026-10-19 |
)";

const TableOrigin kFrom{"the vendor's page", "2026-10-19"};

ImportedRows page(std::string_view text) {
  auto imported = read_operator_table(text, "table.md", kFrom);
  EXPECT_TRUE(imported.ok()) << (imported.ok() ? "" : imported.error().message());
  return imported.ok() ? *imported : ImportedRows();
}

std::string refusal(const Result<ImportedRows>& imported) { return imported.ok() ? "" : imported.error().message(); }

TEST(OperatorTable, is_read_with_status_dtypes_and_fallback) {
  const Profile rows = page(kPage).rows;
  ASSERT_EQ(rows.operators.size(), 4U);
  EXPECT_EQ(rows.operators[0].overloads, std::vector<std::string>{"aten::add.Tensor"});
  EXPECT_EQ(rows.operators[0].eager, Support::kYes);
  EXPECT_EQ(rows.operators[0].dtypes, (std::vector<std::string>{"float32", "bfloat16", "float16"}));
  EXPECT_EQ(rows.operators[1].overloads, std::vector<std::string>{"aten::sort"});
  EXPECT_EQ(rows.operators[1].eager, Support::kFallback);
  EXPECT_EQ(rows.operators[2].overloads, std::vector<std::string>{"aten::topk"});
  EXPECT_EQ(rows.operators[2].eager, Support::kPartial);
}

TEST(OperatorTable, is_official_and_marked_as_not_verified) {
  const Profile rows = page(kPage).rows;
  for (const OperatorRow& row : rows.operators) {
    EXPECT_EQ(row.confidence, Confidence::kOfficial);
    EXPECT_EQ(row.source, "the vendor's page");
    EXPECT_NE(row.note.find("not verified on hardware"), std::string::npos);
    EXPECT_EQ(row.compiled, Support::kUnknown);
  }
}

TEST(OperatorTable, takes_words_that_say_nothing_for_unknown_and_names_them) {
  const ImportedRows imported = page(kPage);
  EXPECT_EQ(imported.rows.operators[3].eager, Support::kUnknown);
  EXPECT_EQ(imported.not_understood, (std::vector<std::string>{"\"quite good\"", "\"posit8\""}));
}

TEST(OperatorTable, without_operators_is_refused) {
  EXPECT_EQ(refusal(read_operator_table("# nothing\n", "table.md", kFrom)), "table.md:1:1: no table of operators");
  EXPECT_EQ(refusal(read_operator_table("| Operator | Status |\n|---|---|\n| | yes |\n", "table.md", kFrom)),
            "table.md:3:1: no operator in the row: \"\"");
}

TEST(OperatorTable, outranks_the_snapshot_once_it_is_written) {
  const std::string text = rows_to_toml(page(kPage).rows, "a comment");
  auto profile = parse_profile(text, "imported.toml");
  ASSERT_TRUE(profile.ok()) << profile.error().message();
  OperatorRow snapshot;
  snapshot.overloads = {"aten::sort"};
  snapshot.confidence = Confidence::kSnapshot;
  snapshot.date = "2026-12-01";
  snapshot.eager = Support::kYes;
  profile->operators.insert(profile->operators.begin(), snapshot);
  EXPECT_EQ(OperatorTable(*profile).answer("aten::sort", CallMode::kEager).support, Support::kFallback);
}

constexpr std::string_view kResult = R"({"profile": "p", "date": "2026-11-30", "source": "a probe",
  "operator": [{"overloads": ["aten::sort"], "eager": "yes", "compiled": null, "dtypes": ["float32"]}],
  "figure": [], "feature": [{"name": "fp32_matmul", "eager": "no", "note": "seen"}]})";

TEST(ProbeResult, becomes_rows_that_are_probed) {
  const auto imported = read_probe_result(kResult, "result.json", "p");
  ASSERT_TRUE(imported.ok()) << imported.error().message();
  ASSERT_EQ(imported->rows.operators.size(), 1U);
  EXPECT_EQ(imported->rows.operators[0].confidence, Confidence::kProbed);
  EXPECT_EQ(imported->rows.operators[0].source, "a probe");
  EXPECT_EQ(imported->rows.features[0].eager, Support::kNo);
}

TEST(ProbeResult, is_read_back_from_the_file_that_it_is_written_to) {
  const auto imported = read_probe_result(kResult, "result.json", "p");
  ASSERT_TRUE(imported.ok());
  const auto again = parse_profile(rows_to_toml(imported->rows, "c"), "probed.toml");
  ASSERT_TRUE(again.ok()) << again.error().message();
  EXPECT_EQ(rows_to_toml(*again, "c"), rows_to_toml(imported->rows, "c"));
}

std::string probe_refusal(std::string_view text) { return refusal(read_probe_result(text, "result.json", "p")); }

TEST(ProbeResult, with_mistakes_is_refused_row_by_row) {
  EXPECT_EQ(probe_refusal(
                R"({"profile":"p","date":"2026-11-30","operator":[{"overloads":"aten::a"},{"overload":"aten::b"}]})"),
            "result.json:2:1: needs the text \"overloads\"\n"
            "result.json:2:1: unknown key \"overload\", did you mean \"overloads\"?");
  EXPECT_EQ(probe_refusal(R"({"profile":"q"})"), "result.json: the probe saw profile \"q\", not \"p\"");
  EXPECT_EQ(probe_refusal(R"({"profile":"p","date":"2026-11-30"})"), "result.json: no rows");
  EXPECT_EQ(
      probe_refusal(R"({"profile":"p","date":"2026-11-30","feature":[{"name":"streams","confidence":"official"}]})"),
      "result.json: row 1 is not \"probed\"");
  EXPECT_NE(probe_refusal(R"({"profile":"p","feature":[{"name":"streams"}]})"), "");
  EXPECT_NE(probe_refusal("[]"), "");
  EXPECT_NE(probe_refusal("{"), "");
}

TEST(ProbeResult, stands_before_what_was_seen_earlier) {
  Profile newer;
  Profile older;
  newer.operators.emplace_back().note = "new";
  older.operators.emplace_back().note = "old";
  older.tools.emplace_back();
  const Profile both = with_older_rows(newer, older);
  ASSERT_EQ(both.operators.size(), 2U);
  EXPECT_EQ(both.operators[0].note, "new");
  EXPECT_EQ(both.tools.size(), 1U);
}

}  // namespace
}  // namespace pilotage
