// SPDX-License-Identifier: Apache-2.0
// Language: in what a file of a source tree is written, told by its name and, where that says nothing, its first line.
#pragma once

#include <optional>
#include <string_view>

namespace pilotage {

enum class Language {
  kPython,
  kNotebook,  // Jupyter: its code cells are Python
  kCuda,      // C, C++ and CUDA alike
  kShell,     // Slurm scripts among them
  kDocker,
  kCmake,
  kMake,
  kRequirements,  // one Python package a line; constraints alike
  kToml,          // pyproject and the lock files of uv, poetry and pip
  kYaml,          // conda environments, launch configurations, Kubernetes
  kJson,
  kIni,       // setup.cfg and its kind
  kMarkdown,  // documentation: only what it tells people to do
};
inline constexpr int kLanguages = 13;

// Nothing where no reader of ours knows the file. `path` is read only for its last two parts.
std::optional<Language> language_of(std::string_view path, std::string_view first_bytes);

std::string_view word(Language language);
std::optional<Language> language_named(std::string_view word);

}  // namespace pilotage
