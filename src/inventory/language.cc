// SPDX-License-Identifier: Apache-2.0
#include "inventory/language.h"

#include <algorithm>
#include <string>

namespace pilotage {
namespace {

constexpr std::string_view kWords[kLanguages] = {"python", "notebook", "cuda",         "shell", "docker",
                                                 "cmake",  "make",     "requirements", "toml",  "yaml",
                                                 "json",   "ini",      "markdown"};

struct Ending {
  std::string_view text;
  Language language;
};

constexpr Ending kEndings[] = {
    {".py", Language::kPython},
    {".pyi", Language::kPython},
    {".pyx", Language::kPython},
    {".ipynb", Language::kNotebook},
    {".cu", Language::kCuda},
    {".cuh", Language::kCuda},
    {".c", Language::kCuda},
    {".cc", Language::kCuda},
    {".cpp", Language::kCuda},
    {".cxx", Language::kCuda},
    {".h", Language::kCuda},
    {".hh", Language::kCuda},
    {".hpp", Language::kCuda},
    {".hxx", Language::kCuda},
    {".inl", Language::kCuda},
    {".inc", Language::kCuda},
    {".ptx", Language::kCuda},
    {".sh", Language::kShell},
    {".bash", Language::kShell},
    {".slurm", Language::kShell},
    {".sbatch", Language::kShell},
    {".zsh", Language::kShell},
    {".env", Language::kShell},
    {".dockerfile", Language::kDocker},
    {".containerfile", Language::kDocker},
    {".def", Language::kShell},
    {".cmake", Language::kCmake},
    {".mk", Language::kMake},
    {".toml", Language::kToml},
    {".yaml", Language::kYaml},
    {".yml", Language::kYaml},
    {".json", Language::kJson},
    {".jsonc", Language::kJson},
    {".cfg", Language::kIni},
    {".ini", Language::kIni},
    {".md", Language::kMarkdown},
    {".rst", Language::kMarkdown},
    {".mdx", Language::kMarkdown},
};

constexpr Ending kNames[] = {
    {"cmakelists.txt", Language::kCmake}, {"makefile", Language::kMake}, {"gnumakefile", Language::kMake},
    {"justfile", Language::kShell},       {"uv.lock", Language::kToml},  {"poetry.lock", Language::kToml},
    {"pdm.lock", Language::kToml},        {"pipfile", Language::kToml},  {"pipfile.lock", Language::kJson},
    {"meson.build", Language::kCmake},    {".bashrc", Language::kShell}, {"hostfile", Language::kShell},
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool names_requirements(std::string_view name, std::string_view folder) {
  if (!name.ends_with(".txt") && !name.ends_with(".in")) return false;
  for (const std::string_view start : {"requirement", "constraint", "requires", "deps"}) {
    if (name.find(start) != std::string_view::npos || folder.starts_with(start)) return true;
  }
  return name == "environment.txt" || name.starts_with("req") || name.starts_with("pip");
}

std::optional<Language> by_first_line(std::string_view bytes) {
  if (!bytes.starts_with("#!")) return {};
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  if (line.find("python") != std::string_view::npos) return Language::kPython;
  if (line.ends_with("sh") || line.find("bash") != std::string_view::npos) return Language::kShell;
  return {};
}

}  // namespace

std::optional<Language> language_of(std::string_view path, std::string_view first_bytes) {
  const size_t slash = path.rfind('/');
  const std::string name = lower(slash == std::string_view::npos ? path : path.substr(slash + 1));
  const std::string_view above = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  const std::string folder = lower(above.substr(above.rfind('/') + 1));
  for (const auto& [text, language] : kNames) {
    if (name == text) return language;
  }
  if (name.starts_with("dockerfile") || name.starts_with("containerfile")) return Language::kDocker;
  if (names_requirements(name, folder)) return Language::kRequirements;
  if (name.ends_with(".cmake.in")) return Language::kCmake;
  for (const auto& [text, language] : kEndings) {
    if (name.ends_with(text)) return language;
  }
  return by_first_line(first_bytes);
}

std::string_view word(Language language) { return kWords[static_cast<size_t>(language)]; }

std::optional<Language> language_named(std::string_view text) {
  const auto found = std::find(std::begin(kWords), std::end(kWords), text);
  if (found == std::end(kWords)) return {};
  return static_cast<Language>(found - std::begin(kWords));
}

}  // namespace pilotage
