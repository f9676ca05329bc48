// SPDX-License-Identifier: Apache-2.0
#include "inventory/python_names.h"

namespace pilotage {
namespace {

constexpr int kLongestChain = 64;  // names with more dots are no names

}  // namespace

PythonNames::PythonNames(std::string_view text, const std::vector<SyntaxNode>& nodes) : text_(text), nodes_(&nodes) {
  meaning_ = {{"torch", "torch"}, {"triton", "triton"}};  // pieces of code often leave these imports out
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].shape == NodeShape::kImport) read_import(static_cast<int32_t>(i));
    if (nodes[i].shape == NodeShape::kImportFrom) read_import_from(static_cast<int32_t>(i));
  }
}

std::string_view PythonNames::text_of(int32_t node) const {
  return text_.substr(at(node).start, at(node).end - at(node).start);
}

// `import a.b` binds `a`, `import a.b as c` binds `c`.
void PythonNames::read_import(int32_t node) {
  for (int32_t named = at(node).child; named >= 0; named = at(named).next) bind("", named, /*from=*/false);
}

void PythonNames::read_import_from(int32_t node) {
  std::string module;
  for (int32_t part = at(node).child; part >= 0; part = at(part).next) {
    if (at(part).part == PartOf::kModuleName) {
      module = text_of(part);
    } else if (at(part).shape == NodeShape::kWildcard) {
      imports_.push_back({module, part});
    } else {
      bind(module, part, /*from=*/true);
    }
  }
}

void PythonNames::bind(const std::string& module, int32_t named, bool from) {
  const bool aliased = at(named).shape == NodeShape::kAliasedImport;
  if (!aliased && at(named).shape != NodeShape::kDottedName) return;
  const int32_t name = aliased ? at(named).child : named;
  if (name < 0) return;
  const std::string whole = (module.empty() ? "" : module + ".") + std::string(text_of(name));
  const int32_t alias = aliased ? at(name).next : -1;
  const std::string first = whole.substr(0, whole.find('.'));
  if (alias >= 0) {
    meaning_[std::string(text_of(alias))] = whole;
  } else if (from) {
    meaning_[std::string(text_of(name))] = whole;
  } else {
    meaning_[first] = first;
  }
  imports_.push_back({whole, named});
}

std::optional<std::string> PythonNames::resolve(int32_t node) const {
  std::string rest;
  for (int links = 0; links < kLongestChain; ++links) {
    if (at(node).shape == NodeShape::kIdentifier) {
      const auto found = meaning_.find(std::string(text_of(node)));
      if (found == meaning_.end()) return {};
      return found->second + rest;
    }
    if (at(node).shape != NodeShape::kAttribute) return {};
    const int32_t object = at(node).child;
    const int32_t attribute = object >= 0 ? at(object).next : -1;
    if (attribute < 0) return {};
    rest.insert(0, "." + std::string(text_of(attribute)));
    node = object;
  }
  return {};
}

}  // namespace pilotage
