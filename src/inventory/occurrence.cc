// SPDX-License-Identifier: Apache-2.0
#include "inventory/occurrence.h"

#include <algorithm>

namespace pilotage {
namespace {

constexpr std::string_view kWords[kKinds] = {"import",    "name",     "method",     "attribute",  "string", "keyword",
                                             "decorator", "env",      "include",    "identifier", "call",   "launch",
                                             "qualifier", "constant", "expression", "array",      "asm",    "command",
                                             "package",   "setting",  "image"};

}  // namespace

std::string_view word(Kind kind) { return kWords[static_cast<size_t>(kind)]; }

std::optional<Kind> occurrence_kind_named(std::string_view text) {
  const auto found = std::find(std::begin(kWords), std::end(kWords), text);
  if (found == std::end(kWords)) return {};
  return static_cast<Kind>(found - std::begin(kWords));
}

}  // namespace pilotage
