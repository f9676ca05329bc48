// SPDX-License-Identifier: Apache-2.0
#include "inventory/rule.h"

#include <algorithm>
#include <set>

#include "base/digest.h"

namespace pilotage {
namespace {

constexpr std::string_view kClasses[kPortClasses] = {"device change", "adaptation", "unknown", "development"};

bool holds(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

Status check_ids(const std::vector<TieRule>& rules) {
  std::set<std::string_view> ids;
  for (const TieRule& rule : rules) {
    if (!ids.insert(rule.id).second) return usage_error("the rule \"" + rule.id + "\" is there twice");
  }
  return Done{};
}

Status check_judgements(const std::vector<TieRule>& rules, const std::vector<PortJudgement>& judgements) {
  std::set<std::string_view> ids;
  for (const TieRule& rule : rules) ids.insert(rule.id);
  for (const PortJudgement& judgement : judgements) {
    for (const std::string& id : judgement.rules) {
      if (!ids.contains(id)) return usage_error("a judgement names the rule \"" + id + "\", which is not there");
    }
  }
  return Done{};
}

}  // namespace

std::string_view word(PortClass port_class) { return kClasses[static_cast<size_t>(port_class)]; }

Result<RuleBook> make_rule_book(const RuleText& common, std::span<const RuleText> targets) {
  RuleBook book;
  std::string all = common.text;
  RuleFile first = TRY(parse_rules(common.text, common.file));
  book.rules = std::move(first.rules);
  for (const RuleText& target : targets) {
    RuleFile file = TRY(parse_rules(target.text, target.file));
    std::move(file.rules.begin(), file.rules.end(), std::back_inserter(book.rules));
    book.targets.push_back({target.profile, std::move(file.judgements)});
    all += "\n" + target.profile + "\n" + target.text;
  }
  TRY(check_ids(book.rules).in(common.file.string()));
  for (size_t i = 0; i < targets.size(); ++i) {
    TRY(check_judgements(book.rules, book.targets[i].judgements).in(targets[i].file.string()));
  }
  book.digest = sha256_hex(all);
  return book;
}

const PortVerdict& verdict_for(const TieRule& rule, const Target& target, std::optional<double> number) {
  for (const PortJudgement& judgement : target.judgements) {
    const bool named = holds(judgement.rules, rule.id) || holds(judgement.groups, rule.group);
    const bool enough = !judgement.above || (number && *number > *judgement.above);
    if (named && enough) return judgement.verdict;
  }
  return rule.verdict;
}

}  // namespace pilotage
