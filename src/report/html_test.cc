// SPDX-License-Identifier: Apache-2.0
#include "report/html.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "report/report_json.h"
#include "report/sample.h"

namespace pilotage {
namespace {

std::string page_of(const Sample& sample) { return html_page(sample.plan, sample.verdict, sample.facts); }

std::string between(const std::string& text, size_t from, std::string_view before, char after) {
  const size_t start = text.find(before, from) + before.size();
  return text.substr(start, text.find(after, start) - start);
}

// Every figure of the page: its place in report.json and its exact value.
std::vector<std::pair<std::string, std::string>> figures_of(const std::string& page) {
  std::vector<std::pair<std::string, std::string>> figures;
  for (size_t at = page.find("data-figure=\""); at != std::string::npos; at = page.find("data-figure=\"", at + 1)) {
    figures.emplace_back(between(page, at, "data-figure=\"", '"'), between(page, at, "data-value=\"", '"'));
  }
  return figures;
}

// The value at a JSON pointer (RFC 6901, without its escapes), or null.
Json value_at(const Json& root, const std::string& pointer) {
  const Json* place = &root;
  for (const auto& key : split(pointer.substr(1), '/')) {
    if (const auto* array = place->array_if()) {
      const size_t index = std::stoul(key);
      if (index >= array->size()) return {};
      place = &(*array)[index];
    } else {
      place = place->find(key);
    }
    if (place == nullptr) return {};
  }
  return *place;
}

TEST(Page, shows_the_figures_of_the_json_report) {
  for (const Sample& sample : {search_sample(), hostile_sample()}) {
    const Json json = report_to_json(sample.plan, sample.verdict, sample.facts);
    EXPECT_TRUE(parse_json(json.pretty()).ok());
    const auto figures = figures_of(page_of(sample));
    EXPECT_GT(figures.size(), 100U);
    for (const auto& [path, value] : figures) EXPECT_EQ(value_at(json, path).canonical(), value) << path;
  }
}

TEST(Page, begins_with_the_decisions) {
  const std::string page = page_of(search_sample());
  const size_t decision = page.find("<p class=\"decision\">NO GO</p>");
  ASSERT_NE(decision, std::string::npos);
  EXPECT_LT(decision, page.find("id=\"answers\""));
  EXPECT_LT(page.find("id=\"answers\""), page.find("id=\"criteria\""));
}

TEST(Page, makes_changed_answers_plain) {
  const std::string page = page_of(search_sample());
  EXPECT_NE(page.find("7.9\u00A0%</span></strong> of the answers changed"), std::string::npos);
}

TEST(Page, keeps_hostile_names_text) {
  const std::string page = page_of(hostile_sample());
  for (const char* markup : {"<script", "<img", "onerror=alert(2)>'", "\u202E", "\x1b"}) {
    EXPECT_EQ(page.find(markup), std::string::npos) << markup;
  }
  EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
}

TEST(Page, asks_nothing_of_a_network) {
  const std::string page = page_of(search_sample());
  for (const char* reference : {"http:", "https:", "src=", "href=", "@import", "<script"}) {
    EXPECT_EQ(page.find(reference), std::string::npos) << reference;
  }
}

TEST(Page, says_so_where_nothing_was_sealed_or_measured) {
  Sample sample = search_sample();
  sample.verdict = {.seal = "", .candidates = {{.candidate = "cpu-bf16"}}};
  sample.facts = {};
  const std::string page = page_of(sample);
  EXPECT_NE(page.find("nothing can pass"), std::string::npos);
  EXPECT_NE(page.find("INSUFFICIENT EVIDENCE"), std::string::npos);
  EXPECT_NE(page.find("Nothing was run."), std::string::npos);
  EXPECT_EQ(page.find("id=\"answers\""), std::string::npos);
}

}  // namespace
}  // namespace pilotage
