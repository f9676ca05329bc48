// SPDX-License-Identifier: Apache-2.0
// PythonNames: what a file's imports make its names mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "inventory/syntax.h"

namespace pilotage {

struct Imported {
  std::string module;  // `torch.cuda`
  int32_t node = 0;
};

// Names bound anywhere in the file count everywhere in it: an import inside a function rarely means another module.
class PythonNames {
 public:
  PythonNames(std::string_view text, const std::vector<SyntaxNode>& nodes);

  // A dotted name with its first part resolved; nothing where that part is no import.
  std::optional<std::string> resolve(int32_t node) const;
  const std::vector<Imported>& imports() const { return imports_; }

 private:
  std::string_view text_of(int32_t node) const;
  const SyntaxNode& at(int32_t node) const { return (*nodes_)[static_cast<size_t>(node)]; }
  void read_import(int32_t node);
  void read_import_from(int32_t node);
  void bind(const std::string& module, int32_t named, bool from);

  std::string_view text_;
  const std::vector<SyntaxNode>* nodes_;
  std::unordered_map<std::string, std::string> meaning_;
  std::vector<Imported> imports_;
};

}  // namespace pilotage
