// SPDX-License-Identifier: Apache-2.0
// Most texts are far from the gold text's score, so single precision decides about them; only those nearer than its
// error bound are scored again in double precision. A text counts against the gold text unless its score is lower by
// more than what rounding in double precision can do: so a tie never helps, not even one that rounding hides.
//
// The bounds: a sum of d products of unit vectors is off by at most gamma(d) = d u / (1 - d u), u the unit roundoff
// (Higham, "Accuracy and Stability of Numerical Algorithms" (2002), 3.1, and the Cauchy-Schwarz inequality). Rounding
// both vectors to single precision adds two u. In double precision the products are exact; the two norms, the division
// and the gold text's own error make it 4 (d + 2) u.
//
// The loops: texts lie in panels of eight, transposed, so that one step of the inner loop advances the scores of
// eight texts for four queries, without changing the order of any sum.
#include "quality/retrieval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

namespace pilotage {
namespace {

constexpr int64_t kLanes = 4;        // of one register of SSE2 or NEON, which every host has
constexpr int64_t kPanel = 8;        // texts a panel: two registers
constexpr int64_t kTile = 4;         // queries a step: as many sums as registers hold
constexpr int64_t kQueryBlock = 64;  // queries whose rows stay in the second-level cache while the panels pass

using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

Result<std::vector<double>> norms_of(const EmbeddingRows& rows, std::string_view what) {
  std::vector<double> norms;
  for (int64_t i = 0; i < rows.rows(); ++i) {
    const double norm = std::sqrt(dot(rows.row(i), rows.row(i)));
    const std::string place = std::string(what) + " " + std::to_string(i);
    if (!std::isfinite(norm)) return damaged_error("the embedding of " + place + " is not finite");
    if (norm == 0) return damaged_error("the embedding of " + place + " is all zeros");
    norms.push_back(norm);
  }
  return norms;
}

Status check_shapes(const EmbeddingRows& queries, const EmbeddingRows& texts) {
  for (const EmbeddingRows* one : {&queries, &texts}) {
    if (one->width < 1 || one->values.empty() || one->values.size() % static_cast<size_t>(one->width) != 0) {
      return damaged_error("the embeddings are empty or not whole rows");
    }
  }
  if (queries.width != texts.width) {
    return damaged_error("queries of width " + std::to_string(queries.width) +
                         " cannot be compared with texts of width " + std::to_string(texts.width));
  }
  if (queries.rows() > texts.rows()) {
    return damaged_error(std::to_string(queries.rows()) + " queries have only " + std::to_string(texts.rows()) +
                         " texts");
  }
  return Done{};
}

double single_bound(int64_t width) {
  const double error = static_cast<double>(width + 2) * 0x1p-24;
  return error < 0.5 ? error / (1 - error) * 1.001 : 4;  // 4: single precision decides nothing
}

double double_bound(int64_t width) { return 4 * static_cast<double>(width + 2) * 0x1p-53; }

// Queries as unit rows, padded to whole tiles with zeros.
std::vector<float> unit_rows(const EmbeddingRows& queries, std::span<const double> norms) {
  const int64_t padded = (queries.rows() + kTile - 1) / kTile * kTile;
  std::vector<float> unit(static_cast<size_t>(padded * queries.width));
  for (size_t i = 0; i < queries.values.size(); ++i) {
    unit[i] =
        static_cast<float>(static_cast<double>(queries.values[i]) / norms[i / static_cast<size_t>(queries.width)]);
  }
  return unit;
}

// Texts as unit columns: panel after panel, each [width][kPanel], the last one padded with zeros.
std::vector<float> unit_panels(const EmbeddingRows& texts, std::span<const double> norms) {
  const int64_t panels = (texts.rows() + kPanel - 1) / kPanel;
  std::vector<float> unit(static_cast<size_t>(panels * kPanel * texts.width));
  for (int64_t row = 0; row < texts.rows(); ++row) {
    float* column = unit.data() + row / kPanel * kPanel * texts.width + row % kPanel;
    for (const float value : texts.row(row)) {
      *column = static_cast<float>(static_cast<double>(value) / norms[static_cast<size_t>(row)]);
      column += kPanel;
    }
  }
  return unit;
}

using Scores = std::array<std::array<float, kPanel>, kTile>;

Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

// One query's sums for the eight texts of a panel.
struct Sums {
  Lanes low{};
  Lanes high{};

  void add(float query, const Lanes& text_low, const Lanes& text_high) {
    low += query * text_low;
    high += query * text_high;
  }
  void store(std::array<float, kPanel>& to) const {
    std::memcpy(to.data(), &low, sizeof low);
    std::memcpy(to.data() + kLanes, &high, sizeof high);
  }
};

// Four sums by name: in an array the compiler would keep them in memory.
void score_tile(const float* queries, const float* panel, int64_t width, Scores& scores) {
  Sums first;
  Sums second;
  Sums third;
  Sums fourth;
  for (int64_t k = 0; k < width; ++k) {
    const Lanes low = load(panel + k * kPanel);
    const Lanes high = load(panel + k * kPanel + kLanes);
    first.add(queries[k], low, high);
    second.add(queries[k + width], low, high);
    third.add(queries[k + 2 * width], low, high);
    fourth.add(queries[k + 3 * width], low, high);
  }
  first.store(scores[0]);
  second.store(scores[1]);
  third.store(scores[2]);
  fourth.store(scores[3]);
}

class Ranker {
 public:
  Ranker(const EmbeddingRows& queries, const EmbeddingRows& texts, std::vector<double> query_norms,
         std::vector<double> text_norms)
      : queries_(queries),
        texts_(texts),
        query_norms_(std::move(query_norms)),
        text_norms_(std::move(text_norms)),
        unit_queries_(unit_rows(queries, query_norms_)),
        panels_(unit_panels(texts, text_norms_)),
        single_bound_(single_bound(queries.width)),
        double_bound_(double_bound(queries.width)),
        ranks_(static_cast<size_t>(queries.rows()), 1) {
    for (int64_t i = 0; i < queries.rows(); ++i) gold_.push_back(exact_score(i, i));
  }

  std::vector<int64_t> rank_all() && {
    for (int64_t block = 0; block < queries_.rows(); block += kQueryBlock) {
      const int64_t end = std::min(block + kQueryBlock, queries_.rows());
      for (int64_t text = 0; text < texts_.rows(); text += kPanel) rank_block(block, end, text);
    }
    return std::move(ranks_);
  }

 private:
  double exact_score(int64_t query, int64_t text) const {
    return dot(queries_.row(query), texts_.row(text)) /
           (query_norms_[static_cast<size_t>(query)] * text_norms_[static_cast<size_t>(text)]);
  }

  void rank_block(int64_t begin, int64_t end, int64_t first_text) {
    for (int64_t query = begin; query < end; query += kTile) {
      Scores scores;
      score_tile(unit_queries_.data() + query * queries_.width, panels_.data() + first_text * texts_.width,
                 queries_.width, scores);
      for (int64_t q = query; q < std::min(query + kTile, end); ++q) {
        count_panel(q, first_text, scores[static_cast<size_t>(q - query)]);
      }
    }
  }

  void count_panel(int64_t query, int64_t first_text, const std::array<float, kPanel>& scores) {
    const double gold = gold_[static_cast<size_t>(query)];
    for (int64_t lane = 0; lane < std::min(kPanel, texts_.rows() - first_text); ++lane) {
      const auto score = static_cast<double>(scores[static_cast<size_t>(lane)]);
      if (score < gold - single_bound_) continue;
      const int64_t text = first_text + lane;
      if (text == query) continue;
      if (score > gold + single_bound_ || exact_score(query, text) >= gold - double_bound_) {
        ++ranks_[static_cast<size_t>(query)];
      }
    }
  }

  const EmbeddingRows& queries_;
  const EmbeddingRows& texts_;
  std::vector<double> query_norms_;
  std::vector<double> text_norms_;
  std::vector<float> unit_queries_;
  std::vector<float> panels_;
  double single_bound_;
  double double_bound_;
  std::vector<double> gold_;
  std::vector<int64_t> ranks_;
};

}  // namespace

Result<std::vector<int64_t>> gold_ranks(const EmbeddingRows& queries, const EmbeddingRows& texts) {
  TRY(check_shapes(queries, texts));
  auto query_norms = TRY(norms_of(queries, "query"));
  auto text_norms = TRY(norms_of(texts, "text"));
  return Ranker(queries, texts, std::move(query_norms), std::move(text_norms)).rank_all();
}

std::vector<double> hits_at(std::span<const int64_t> ranks, int64_t k) {
  std::vector<double> hits;
  for (const int64_t rank : ranks) hits.push_back(rank <= k ? 1 : 0);
  return hits;
}

std::vector<double> reciprocal_ranks(std::span<const int64_t> ranks) {
  std::vector<double> reciprocals;
  for (const int64_t rank : ranks) reciprocals.push_back(1 / static_cast<double>(rank));
  return reciprocals;
}

}  // namespace pilotage
