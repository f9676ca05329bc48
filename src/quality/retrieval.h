// SPDX-License-Identifier: Apache-2.0
// Retrieval: does each query find its own text among all texts? Scores embeddings, which an entry returns as rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"

namespace pilotage {

struct EmbeddingRows {
  std::span<const float> values;  // row after row
  int64_t width = 0;

  int64_t rows() const { return width == 0 ? 0 : static_cast<int64_t>(values.size()) / width; }
  std::span<const float> row(int64_t index) const {
    return values.subspan(static_cast<size_t>(index * width), static_cast<size_t>(width));
  }
};

// The rank of each query's gold text, from 1: query i belongs to text i, and texts beyond the queries only compete.
// The score is the cosine. rank = 1 + the number of other texts that score at least as high as the gold text, so that
// equal scores never help (of two equal texts, both rank second); scores are equal when double precision cannot tell
// them apart. The ranks depend on nothing but the rows: not on their order, the machine or its threads. Time
// n·m·width, memory of the order of the input. An error where shapes do not fit, a value is not finite or a row is all
// zeros.
Result<std::vector<int64_t>> gold_ranks(const EmbeddingRows& queries, const EmbeddingRows& texts);

// 1 where the gold text is among the first k, else 0: recall@k with one relevant text per query (Manning, Raghavan,
// Schütze, "Introduction to Information Retrieval" (2008), 8.4).
std::vector<double> hits_at(std::span<const int64_t> ranks, int64_t k);

// 1 / rank; its mean is the MRR (Voorhees, "The TREC-8 Question Answering Track Report" (1999), 2).
std::vector<double> reciprocal_ranks(std::span<const int64_t> ranks);

}  // namespace pilotage
