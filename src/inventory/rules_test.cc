// SPDX-License-Identifier: Apache-2.0
// Every rule of the profiles against its own examples, and the rule files against their format.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"
#include "inventory/reader.h"

namespace pilotage {
namespace {

constexpr const char* kProfiles = PILOTAGE_SOURCE "/profiles";

RuleText text_of(const std::string& profile) {
  const auto file = std::filesystem::path(kProfiles) / profile / "rules.toml";
  auto text = read_file(file);
  EXPECT_TRUE(text.ok());
  return {profile, file, text.ok() ? *text : ""};
}

RuleBook shipped_book() {
  const std::vector<RuleText> targets = {text_of("aws-trainium"), text_of("metax-maca")};
  auto book = make_rule_book(text_of("nvidia-cuda"), targets);
  EXPECT_TRUE(book.ok()) << (book.ok() ? "" : book.error().message());
  return book.ok() ? *std::move(book) : RuleBook();
}

std::string rules_found(const Rules& rules, const ReadText& read) {
  std::string result;
  for (const Finding& finding : read.findings)
    result += " " + rules.book().rules[finding.rule].id + "(" + finding.text + ")";
  return result;
}

bool finds(const Rules& rules, const std::string& id, const Example& example, std::string& found) {
  FileReader reader(rules);
  const ReadText read = reader.read(example.language, example.code);
  found = rules_found(rules, read);
  return std::any_of(read.findings.begin(), read.findings.end(),
                     [&](const Finding& one) { return rules.book().rules[one.rule].id == id; });
}

TEST(Rules, find_their_bad_examples_and_not_their_good_ones) {
  const Rules rules(shipped_book());
  EXPECT_GT(rules.book().rules.size(), 100U);
  std::string found;
  for (const TieRule& rule : rules.book().rules) {
    for (const Example& bad : rule.bad)
      EXPECT_TRUE(finds(rules, rule.id, bad, found)) << rule.id << ": " << bad.code << "\nfound:" << found;
    for (const Example& good : rule.good)
      EXPECT_FALSE(finds(rules, rule.id, good, found)) << rule.id << ": " << good.code << "\nfound:" << found;
  }
}

TEST(Rules, of_every_target_judge_every_group_of_the_common_ones) {
  const RuleBook book = shipped_book();
  for (const Target& target : book.targets) EXPECT_FALSE(target.judgements.empty()) << target.name;
}

TEST(Rules, weigh_a_captured_number) {
  const RuleBook book = shipped_book();
  const Target& metax = book.targets[1];
  for (const TieRule& rule : book.rules) {
    if (rule.id != "inside.shared-memory") continue;
    EXPECT_EQ(verdict_for(rule, metax, 98304.0).port_class, PortClass::kDevelopment);
    EXPECT_EQ(verdict_for(rule, metax, 65536.0).port_class, PortClass::kAdaptation);
    EXPECT_EQ(verdict_for(rule, metax, std::nullopt).port_class, PortClass::kAdaptation);
  }
}

std::string trouble_of(std::string_view text) {
  const auto file = parse_rules(text, "rules.toml");
  return file.ok() ? "" : file.error().message();
}

TEST(Rules, without_a_source_are_refused) {
  const std::string said = trouble_of("[[rule]]\nid = \"a\"\ngroup = \"device\"\nclass = \"adaptation\"\n");
  for (const char* key : {"source", "date", "confidence", "needs", "match", "bad", "good", "why", "do"}) {
    EXPECT_NE(said.find("rules.toml:1:1: \"" + std::string(key) + "\" is missing"), std::string::npos) << key << "\n"
                                                                                                       << said;
  }
}

TEST(Rules, with_unknown_words_are_refused_with_their_place) {
  EXPECT_NE(trouble_of("[[rul]]\n").find("rules.toml:1:3: unknown section \"rul\""), std::string::npos)
      << trouble_of("[[rul]]\n");
  EXPECT_NE(trouble_of("[[judge]]\nclass = \"develpment\"\n").find("did you mean \"development\"?"), std::string::npos);
  EXPECT_NE(trouble_of("[[rule]]\nmatch.nme = 'x'\n").find("there is no kind \"nme\""), std::string::npos);
  EXPECT_NE(trouble_of("[[rule]]\nmatch.name = '('\n").find("is no pattern"), std::string::npos);
}

TEST(Rules, that_a_judgement_names_must_be_there) {
  const RuleText target{
      "t", "t.toml",
      "[[judge]]\nrules = [\"no.such\"]\nclass = \"adaptation\"\nwhy = \"w\"\ndo = \"d\"\nsource = \"s\"\n"
      "date = \"2024-01-01\"\nconfidence = \"official\"\n"};
  const auto book = make_rule_book(text_of("nvidia-cuda"), std::span(&target, 1));
  ASSERT_FALSE(book.ok());
  EXPECT_EQ(book.error().message(), "t.toml: a judgement names the rule \"no.such\", which is not there");
}

}  // namespace
}  // namespace pilotage
