// SPDX-License-Identifier: Apache-2.0
// Any bytes in any language: the readers end, and every finding lies inside the text. The first byte is the language.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "inventory/reader.h"

namespace {

constexpr const char* kRules =
    "[[rule]]\nid = \"any\"\ngroup = \"device\"\nclass = \"unknown\"\nneeds = [\"cuda\", \"\\n\", \"a\", \"(\"]\n"
    "match.import = '.*'\nmatch.name = '.*'\nmatch.method = '.*'\nmatch.string = '.*'\nmatch.keyword = '.*'\nmatch.env "
    "= '.*'\n"
    "match.call = '.*'\nmatch.array = '.* (\\d+)'\nmatch.package = '.*'\nmatch.setting = '.*'\nmatch.command = '.*'\n"
    "match.identifier = 'cuda.*'\nmatch.image = '.*'\nwhy = \"w\"\ndo = \"d\"\nsource = \"s\"\ndate = \"2024-01-01\"\n"
    "confidence = \"official\"\nbad = [{ python = 'cuda' }]\ngood = [{ python = 'x' }]\n";

const pilotage::Rules& rules() {
  static const pilotage::Rules kept(*pilotage::make_rule_book({"fuzz", "rules.toml", kRules}, {}));
  return kept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const auto language = static_cast<pilotage::Language>(data[0] % pilotage::kLanguages);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  static pilotage::FileReader reader(rules());
  const pilotage::ReadText read = reader.read(language, text);
  const int64_t lines = std::count(text.begin(), text.end(), '\n') + 1;
  for (const pilotage::Finding& finding : read.findings) {
    PILOTAGE_CHECK(finding.line >= 1 && finding.line <= lines);
    PILOTAGE_CHECK(finding.column >= 1 && finding.column <= static_cast<int64_t>(text.size()) + 1);
  }
  return 0;
}
