// SPDX-License-Identifier: Apache-2.0
// What comes first: the decisions, and the answers that changed.
#include <fmt/core.h>

#include "report/page.h"
#include "report/plot.h"
#include "report/words.h"

namespace pilotage {
namespace {

std::string card_style(Decision decision) {
  switch (decision) {
    case Decision::kGo: return "card go";
    case Decision::kGoWithConditions: return "card conditions";
    case Decision::kNoGo: return "card no-go";
    case Decision::kInsufficientEvidence: break;
  }
  return "card insufficient";
}

Html card(const CandidateVerdict& candidate) {
  Html inner = element("h3", name(candidate.candidate));
  inner += element("p", {{"class", "decision"}}, text(word(candidate.decision)));
  inner += paragraph(text(as_sentence(why(candidate))));
  inner += muted("Criteria: " + text(tally(candidate)));
  return element("article", {{"class", card_style(candidate.decision)}}, inner);
}

std::string_view meaning_of(int exit_code) {
  switch (exit_code) {
    case 0: return "every measured candidate may go";
    case 1: return "at least one measured candidate is NO GO";
    default: return "no candidate is NO GO, but the evidence does not decide for all of them";
  }
}

const Judgement* judgement_of(const CandidateVerdict& candidate, const std::string& criterion) {
  for (const auto& judgement : candidate.judgements) {
    if (judgement.criterion.id == criterion) return &judgement;
  }
  return nullptr;
}

Html overview(const Content& content) {
  std::vector<std::string> titles{"Criterion", "Gate", "What was agreed"};
  for (const auto& candidate : content.verdict.candidates) titles.push_back(visible_text(candidate.candidate));
  PageTable table(titles);
  for (const auto& criterion : content.plan.criteria) {
    std::vector<Html> cells{name(criterion.id), text(word(criterion.gate)), text(as_sentence(asked(criterion)))};
    for (const auto& candidate : content.verdict.candidates) {
      const Judgement* judgement = judgement_of(candidate, criterion.id);
      cells.push_back(judgement != nullptr ? badge(judgement->outcome) : text("\u2013"));
    }
    table.row(cells);
  }
  return table.html();
}

Html integrity(const Verdict& verdict) {
  if (verdict.integrity.empty()) return "";
  std::vector<Html> entries;
  for (const auto& refusal : verdict.integrity)
    entries.push_back(element("code", text(refusal.code)) + " " + text(refusal.text));
  return element("div", {{"class", "warning"}}, element("h3", "The evidence itself") + list_of(entries));
}

Html cell(const char* style, const std::string& path, int64_t items) {
  return element("span", {{"class", std::string("count ") + style}}, figure(path, items));
}

// The usual 2x2 table of paired outcomes.
Html counts_table(const ChangedAnswers& answers, const std::string& path) {
  PageTable table({"", "candidate right", "candidate wrong"});
  table.row({"reference right", cell("same", path + "/both_right", answers.both_right),
             cell("lost", path + "/lost", answers.lost)});
  table.row({"reference wrong", cell("won", path + "/won", answers.won),
             cell("wrong", path + "/both_wrong", answers.both_wrong)});
  return table.html();
}

Html legend(const ChangedAnswers& answers, const std::string& path) {
  const auto entry = [](const char* style, const Html& words) {
    return element("span", {{"class", "key"}},
                   element("span", {{"class", std::string("swatch ") + style}}, "") + words);
  };
  return element("p", {{"class", "legend"}},
                 entry("bar-same", "right on both " + figure(path + "/both_right", answers.both_right)) +
                     entry("bar-lost", "lost " + figure(path + "/lost", answers.lost)) +
                     entry("bar-won", "won " + figure(path + "/won", answers.won)) +
                     entry("bar-wrong", "wrong on both " + figure(path + "/both_wrong", answers.both_wrong)));
}

Html changed_block(const ChangedAnswers& answers, const std::string& path) {
  const Html share = element("strong", share_figure(path + "/changed_share", answers.changed_share()));
  const Html headline = share + " of the answers changed: " + figure(path + "/changed", answers.changed()) + " of " +
                        figure(path + "/n", answers.n()) + " items.";
  const Html means = "Right on the reference: " + share_figure(path + "/reference_share", answers.reference_share()) +
                     ", on the candidate: " + share_figure(path + "/candidate_share", answers.candidate_share()) +
                     ". Score: " + element("code", text(answers.metric)) + " of workload " + name(answers.workload) +
                     ".";
  const Html left = element("h3", name(answers.candidate)) + paragraph(headline) + changed_bar(answers) +
                    legend(answers, path) + muted(means);
  return element("article", {{"class", "changed"}}, element("div", left) + element("div", counts_table(answers, path)));
}

}  // namespace

Html verdict_section(const Content& content) {
  Html cards;
  for (const auto& candidate : content.verdict.candidates) cards += card(candidate);
  const int code = exit_code_of(content.verdict);
  const Html exit = paragraph("Exit code " + element("strong", figure("/verdict/exit_code", int64_t{code})) + ": " +
                              text(meaning_of(code)) + ".");
  Html unsealed;
  if (content.verdict.seal.empty()) {
    unsealed = element(
        "div", {{"class", "warning"}},
        "The criteria were not sealed before the results: everything here is exploratory and nothing can pass.");
  }
  return section(
      "verdict", "Verdict",
      unsealed + integrity(content.verdict) + element("div", {{"class", "cards"}}, cards) + exit + overview(content));
}

Html answers_section(const Content& content) {
  const auto all = changed_answers(content.verdict);
  if (all.empty()) return "";
  Html blocks = muted(
      "Both platforms answered the same items. Equal shares of right answers can hide answers that changed: lost ones "
      "were right "
      "on the reference and are wrong on the candidate, won ones the reverse.");
  for (size_t i = 0; i < all.size(); ++i) blocks += changed_block(all[i], fmt::format("/answers/{}", i));
  return section("answers", "Answers that changed", blocks);
}

}  // namespace pilotage
