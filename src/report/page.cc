// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <cmath>

#include "base/json.h"
#include "report/words.h"

namespace pilotage {
namespace {

Html with_source(const std::string& path, const std::string& exact, std::string_view shown) {
  return element("span", {{"class", "figure"}, {"data-figure", path}, {"data-value", exact}, {"title", exact}},
                 text(shown));
}

std::string_view sign_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass: return "\u2713";
    case Outcome::kFail: return "\u2717";
    case Outcome::kInconclusive: return "?";
    case Outcome::kNotJudged: break;
  }
  return "\u2013";
}

std::string style_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass: return "badge pass";
    case Outcome::kFail: return "badge fail";
    case Outcome::kInconclusive: return "badge open";
    case Outcome::kNotJudged: break;
  }
  return "badge none";
}

}  // namespace

Html figure(const std::string& path, double value, std::string_view unit) {
  if (!std::isfinite(value)) return text(plain_number(value));
  return with_source(path, shortest(value), with_unit(value, unit));
}

Html figure(const std::string& path, int64_t value) { return with_source(path, std::to_string(value), count(value)); }

Html share_figure(const std::string& path, double share) { return with_source(path, shortest(share), percent(share)); }

Html figure(const std::string& path, const std::optional<double>& value, std::string_view unit) {
  return value ? figure(path, *value, unit) : text("\u2013");
}

Html badge(Outcome outcome) {
  const Html sign = element("span", {{"class", "sign"}, {"aria-hidden", "true"}}, text(sign_of(outcome)));
  return element("span", {{"class", style_of(outcome)}}, sign + text(word(outcome)));
}

Html section(std::string_view id, std::string_view title, const Html& inner) {
  return element("section", {{"id", std::string(id)}}, element("h2", text(title)) + inner);
}

Html paragraph(const Html& inner) { return element("p", inner); }

Html muted(const Html& inner) { return element("p", {{"class", "muted"}}, inner); }

Html list_of(const std::vector<Html>& entries) {
  Html items;
  for (const auto& entry : entries) items += element("li", entry);
  return element("ul", items);
}

void PageTable::row(const std::vector<Html>& cells, std::string_view style) {
  Html row;
  for (size_t i = 0; i < cells.size(); ++i) {
    row += element(i == 0 ? "th" : "td", {{"data-title", i < titles_.size() ? titles_[i] : ""}}, cells[i]);
  }
  rows_ += style.empty() ? element("tr", row) : element("tr", {{"class", std::string(style)}}, row);
}

Html PageTable::html() const {
  Html titles;
  for (const auto& title : titles_) titles += element("th", {{"scope", "col"}}, text(title));
  const Html inner = element("thead", element("tr", titles)) + element("tbody", rows_);
  return titles_.size() == 2 ? element("table", {{"class", "pairs"}}, inner) : element("table", inner);
}

}  // namespace pilotage
