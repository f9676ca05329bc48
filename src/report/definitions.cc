// SPDX-License-Identifier: Apache-2.0
// A table of name patterns and their definitions. `*` in a pattern stands for one or more characters, which the words
// name again as `{}`.
#include "report/definitions.h"

#include <optional>

namespace pilotage {
namespace {

struct Definition {
  std::string_view pattern;
  std::string_view words;
};

constexpr Definition kDefinitions[] = {
    {"retrieval.recall_at_*",
     "Per query 1 if the text that belongs to it is among the first {} when all texts are sorted by their cosine to "
     "the "
     "query, else 0. Its rank is 1 plus the number of other texts that score at least as high, so equal scores never "
     "help. "
     "The mean over queries is the share of queries that find their text."},
    {"retrieval.reciprocal_rank",
     "Per query 1 divided by the rank of the text that belongs to it among all texts, by cosine; the rank is 1 plus "
     "the "
     "number of other texts that score at least as high. Its mean is the mean reciprocal rank."},
    {"flip_rate",
     "Per item 1 if its 0/1 score differs between candidate and reference, in either direction, else 0. The mean is "
     "the share "
     "of answers that changed: (lost + won) / n."},
    {"embedding.cosine",
     "Per item the cosine of the angle between the candidate's output vector and the reference's: their inner product "
     "divided by the product of their lengths. 1 is the same direction; a difference of length alone does not show."},
    {"embedding.relative_l2",
     "Per item the length of the difference between the candidate's output vector and the reference's, divided by the "
     "length "
     "of the reference's. 0 is equality."},
    {"latency.batch",
     "Seconds from handing one batch to the model until its results are complete, the device synchronised before and "
     "after. "
     "Steady clock; warm-up batches are not counted."},
    {"throughput.items", "Items of one timed run divided by the sum of the times of its batches."},
    {"throughput.*", "Units of work done in one timed run, divided by the time it took ({})."},
    {"load.time", "Seconds from asking the workload's entry for the model until it is ready to run."},
    {"memory.peak_rss", "Largest resident memory of the probe's process, as the operating system counts it."},
    {"gemm.*.flops",
     "Rate of a matrix product in {}: 2 x m x n x k operations divided by the time of one product, after warm-up. For "
     "integer formats an operation is an integer multiplication or addition."},
    {"gemm.*.time", "Seconds of one matrix product in {}, after warm-up."},
    {"gemm.*.exact",
     "Share of elements of a product of small integers in {} that equal the exact sum. All sums can be represented, so "
     "that "
     "anything but 1 is a wrong result."},
    {"memory.*.bandwidth",
     "Bytes read and written by the {} kernel over arrays far larger than the caches, divided by its time, counted as "
     "the "
     "STREAM benchmark counts them: 16 bytes an element for copy and scale, 24 for add and triad, in doubles."},
    {"memory.*",
     "Bytes read and written by the {} kernel over arrays far larger than the caches, divided by its time, counted as "
     "the "
     "STREAM benchmark counts them: 16 bytes an element for copy and scale, 24 for add and triad, in doubles."},
};

// What the star of the pattern stands for, or nothing where the name does not fit. A pattern without a star fits
// itself.
std::optional<std::string_view> fit(std::string_view pattern, std::string_view name) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name ? std::optional(std::string_view()) : std::nullopt;
  const auto before = pattern.substr(0, star);
  const auto after = pattern.substr(star + 1);
  const bool fits = name.size() > before.size() + after.size() && name.starts_with(before) && name.ends_with(after);
  if (!fits) return std::nullopt;
  return name.substr(before.size(), name.size() - before.size() - after.size());
}

std::string filled(std::string_view words, std::string_view part) {
  std::string out(words);
  const size_t place = out.find("{}");
  if (place != std::string::npos) out.replace(place, 2, part);
  return out;
}

}  // namespace

std::string definition_of(std::string_view metric) {
  for (const auto& [pattern, words] : kDefinitions) {
    if (const auto part = fit(pattern, metric)) return filled(words, *part);
  }
  return "Not a metric of this program: the probe that reports it defines it.";
}

}  // namespace pilotage
