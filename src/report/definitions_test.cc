// SPDX-License-Identifier: Apache-2.0
#include "report/definitions.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

TEST(Definitions, name_the_part_that_a_pattern_leaves_open) {
  EXPECT_NE(definition_of("retrieval.recall_at_10").find("among the first 10 "), std::string::npos);
  EXPECT_NE(definition_of("gemm.bf16.flops").find("matrix product in bf16:"), std::string::npos);
  EXPECT_NE(definition_of("memory.triad.bandwidth").find("the triad kernel"), std::string::npos);
}

TEST(Definitions, say_so_where_a_metric_is_not_ours) {
  EXPECT_EQ(definition_of("gemm..flops"), definition_of("nobody.knows"));
  EXPECT_NE(definition_of("nobody.knows").find("the probe that reports it defines it"), std::string::npos);
}

}  // namespace
}  // namespace pilotage
