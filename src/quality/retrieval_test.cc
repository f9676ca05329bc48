// SPDX-License-Identifier: Apache-2.0
#include "quality/retrieval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace pilotage {
namespace {

using Ranks = std::vector<int64_t>;

EmbeddingRows rows_of(const std::vector<float>& values, int64_t width) { return {.values = values, .width = width}; }

Ranks ranks_of(const std::vector<float>& queries, const std::vector<float>& texts, int64_t width) {
  const auto ranks = gold_ranks(rows_of(queries, width), rows_of(texts, width));
  EXPECT_TRUE(ranks.ok());
  return ranks.ok() ? *ranks : Ranks{};
}

// Whole numbers, so that equal scores are common; every fifth is off by a half, so that no row of five is all zeros.
std::vector<float> whole_numbers(int64_t count, int largest, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i) {
    values.push_back(static_cast<float>(static_cast<int>(random() % static_cast<uint32_t>(2 * largest + 1)) - largest));
  }
  for (size_t i = 0; i < values.size(); i += 5) values[i] += 0.5f;
  return values;
}

// The definition, pair by pair, in extended precision.
Ranks by_definition(const EmbeddingRows& queries, const EmbeddingRows& texts) {
  const auto product = [](std::span<const float> a, std::span<const float> b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0L);
  };
  // <q,t> / |t|, squared with its sign: exact for small whole numbers up to one division.
  const auto score = [&](int64_t q, int64_t t) {
    const long double value = product(queries.row(q), texts.row(t));
    return value * std::abs(value) / product(texts.row(t), texts.row(t));
  };
  Ranks ranks;
  for (int64_t q = 0; q < queries.rows(); ++q) {
    int64_t rank = 1;
    for (int64_t t = 0; t < texts.rows(); ++t) rank += t != q && score(q, t) >= score(q, q) ? 1 : 0;
    ranks.push_back(rank);
  }
  return ranks;
}

TEST(Retrieval, ranks_by_cosine_and_not_by_length) {
  EXPECT_EQ(ranks_of({1, 0, 0, 1}, {1, 1, 0, 1, 100, 1, 3, 4}, 2), (Ranks{2, 1}));
}

TEST(Retrieval, equal_scores_never_help) {
  EXPECT_EQ(ranks_of({1, 0, 0, 1}, {1, 0, 1, 0}, 2), (Ranks{2, 2}));
  EXPECT_EQ(ranks_of({1, 2, 3, 4}, {5, 6, 5, 6, 10, 12}, 2), (Ranks{3, 3}));
}

TEST(Retrieval, equal_texts_rank_equally_wherever_they_lie) {
  const int64_t width = 37;
  std::vector<float> texts = whole_numbers(40 * width, 1000, 7);
  for (float& value : texts) value /= 997;
  for (const int64_t copy : {3, 8, 21, 39}) std::copy_n(texts.begin(), width, texts.begin() + copy * width);
  const std::vector<float> query(texts.begin(), texts.begin() + width);
  EXPECT_EQ(ranks_of(query, texts, width), Ranks{5});
}

TEST(Retrieval, agrees_with_the_definition_pair_by_pair) {
  uint32_t seed = 1;
  for (const int64_t width : {5, 33}) {
    for (const int64_t texts : {1, 7, 8, 9, 65, 100}) {
      const int64_t queries = std::max<int64_t>(1, texts - 3);
      const auto q = whole_numbers(queries * width, 2, ++seed);
      const auto t = whole_numbers(texts * width, 2, ++seed);
      ASSERT_EQ(ranks_of(q, t, width), by_definition(rows_of(q, width), rows_of(t, width))) << width << " " << texts;
    }
  }
}

// Scores differ by about 1e-13, where single precision sees none of it.
TEST(Retrieval, tells_scores_apart_that_single_precision_cannot) {
  const float a = 1;
  const float b = 0x1p-20f;
  EXPECT_EQ(ranks_of({a, 0}, {a, b, a, 2 * b, a, b / 2}, 2), Ranks{2});
  EXPECT_EQ(ranks_of({a, 0}, {a, b / 4, a, 2 * b, a, b / 2}, 2), Ranks{1});
}

TEST(Retrieval, refuses_what_has_no_score) {
  const auto message = [](std::vector<float> queries, std::vector<float> texts) {
    return gold_ranks(rows_of(queries, 2), rows_of(texts, 2)).error().message();
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message({1, 2, nan, 1}, {1, 2, 3, 4}), "the embedding of query 1 is not finite");
  EXPECT_EQ(message({1, 2}, {1, HUGE_VALF}), "the embedding of text 0 is not finite");
  EXPECT_EQ(message({1, 2}, {0, 0}), "the embedding of text 0 is all zeros");
  EXPECT_EQ(message({1, 2, 3, 4}, {1, 2}), "2 queries have only 1 texts");
  EXPECT_EQ(message({1, 2, 3}, {1, 2}), "the embeddings are empty or not whole rows");
  EXPECT_EQ(message({}, {1, 2}), "the embeddings are empty or not whole rows");
  const std::vector<float> four{1, 2, 3, 4};
  EXPECT_EQ(gold_ranks(rows_of(four, 2), rows_of(four, 4)).error().message(),
            "queries of width 2 cannot be compared with texts of width 4");
}

TEST(Retrieval, hits_and_reciprocal_ranks_follow_from_the_ranks) {
  const Ranks ranks{1, 2, 10, 11};
  EXPECT_EQ(hits_at(ranks, 10), (std::vector<double>{1, 1, 1, 0}));
  EXPECT_EQ(hits_at(ranks, 1), (std::vector<double>{1, 0, 0, 0}));
  EXPECT_EQ(reciprocal_ranks(ranks), (std::vector<double>{1, 0.5, 0.1, 1.0 / 11}));
}

}  // namespace
}  // namespace pilotage
