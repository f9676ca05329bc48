// SPDX-License-Identifier: Apache-2.0
#include "report/junit.h"

#include <gtest/gtest.h>

#include "report/sample.h"

namespace pilotage {
namespace {

size_t times(std::string_view text, std::string_view part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Junit, lets_nothing_but_a_pass_look_passed) {
  const Sample sample = search_sample();
  const std::string xml = junit_report(sample.verdict, sample.plan);
  EXPECT_EQ(times(xml, "<testcase "), 8U);
  EXPECT_EQ(times(xml, "<failure "), 2U);
  EXPECT_EQ(times(xml, "<error "), 1U);
  EXPECT_EQ(times(xml, "<skipped "), 1U);
  EXPECT_NE(xml.find("tests=\"4\" failures=\"2\" errors=\"1\" skipped=\"1\""), std::string::npos);
}

TEST(Junit, gives_a_candidate_without_judgements_a_skipped_case) {
  Sample sample = search_sample();
  sample.verdict.candidates = {{.candidate = "paper", .paper = true}};
  const std::string xml = junit_report(sample.verdict, sample.plan);
  EXPECT_NE(xml.find("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""), std::string::npos);
  EXPECT_EQ(times(xml, "<skipped "), 1U);
}

TEST(Junit, counts_damaged_evidence_as_an_error) {
  Sample sample = search_sample();
  sample.verdict.integrity = {{"damaged", "record 7 does not follow from record 6"}};
  const std::string xml = junit_report(sample.verdict, sample.plan);
  EXPECT_NE(xml.find("record 7 does not follow from record 6"), std::string::npos);
  EXPECT_EQ(times(xml, "<error "), 2U);
}

TEST(Junit, keeps_hostile_names_text) {
  const Sample sample = hostile_sample();
  const std::string xml = junit_report(sample.verdict, sample.plan);
  EXPECT_EQ(xml.find("<script"), std::string::npos);
  EXPECT_EQ(xml.find("<img"), std::string::npos);
  EXPECT_EQ(xml.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace pilotage
