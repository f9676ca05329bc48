// SPDX-License-Identifier: Apache-2.0
#include "inventory/script.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace pilotage {
namespace {

// The word that ends the document that a line begins (`cat <<'END'`); "" where it begins none.
std::string_view here_document(std::string_view line) {
  const size_t at = line.find("<<");
  if (at == std::string_view::npos || line.substr(at).starts_with("<<<")) return {};
  std::string_view word = line.substr(at + 2);
  if (word.starts_with('-')) word.remove_prefix(1);
  word = unquoted(trim(word).substr(0, trim(word).find_first_of(" \t;|&>)")));
  const bool name = !word.empty() && (std::isalpha(static_cast<unsigned char>(word[0])) != 0 || word[0] == '_');
  return name ? word : std::string_view();
}

// `#SBATCH --gres=gpu:8`
bool read_batch_option(const TextLine& line, Collector& out) {
  for (const std::string_view mark : {"#SBATCH", "#PBS", "#BSUB", "#$"}) {
    if (!line.text.starts_with(mark)) continue;
    const std::string_view option = trim(line.text.substr(mark.size()));
    out.add(Kind::kSetting, "sbatch " + std::string(option.substr(0, option.find(" #"))), line);
    return true;
  }
  return false;
}

void read_shell_lines(const std::vector<TextLine>& lines, Collector& out) {
  std::string_view document;
  for (const TextLine& line : lines) {
    const TextLine inside = trimmed(line);
    if (!document.empty()) {
      if (inside.text == document) document = {};
      continue;
    }
    if (read_batch_option(inside, out)) continue;
    document = here_document(inside.text);
    read_commands(inside, out);
  }
}

bool begins_with_word(std::string_view text, std::string_view word) {
  if (text.size() <= word.size() || (text[word.size()] != ' ' && text[word.size()] != '\t')) return false;
  return std::equal(word.begin(), word.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'a' && b <= 'z' ? b - 'a' + 'A' : b); });
}

void read_from(const TextLine& line, Collector& out) {
  TextLine rest = trimmed(behind(line, 5));
  while (rest.text.starts_with("--")) rest = trimmed(behind(rest, std::min(rest.text.find(' '), rest.text.size())));
  out.add(Kind::kImage, std::string(rest.text.substr(0, rest.text.find(' '))), rest);
}

void read_docker_line(const TextLine& line, Collector& out) {
  if (line.text.starts_with('#')) return;
  if (begins_with_word(line.text, "FROM")) return read_from(line, out);
  for (const std::string_view word : {"RUN", "CMD", "ENTRYPOINT"}) {
    if (begins_with_word(line.text, word)) return read_commands(trimmed(behind(line, word.size())), out);
  }
  for (const std::string_view word : {"ENV", "ARG"}) {
    if (!begins_with_word(line.text, word)) continue;
    const TextLine rest = trimmed(behind(line, word.size()));
    const size_t space = rest.text.find(' ');
    const bool old_form =
        rest.text.substr(0, space).find('=') == std::string_view::npos && space != std::string_view::npos;
    if (!old_form) return read_commands(rest, out);
    return out.add_setting(std::string(rest.text.substr(0, space)), trim(rest.text.substr(space)), rest);
  }
  read_commands(line, out);  // a line that goes on from the one above
}

constexpr std::array<std::string_view, 12> kTools = {"pip ",   "pip3 ",    "python -m pip", "python3 -m pip",
                                                     "conda ", "mamba ",   "uv ",           "poetry ",
                                                     "apt ",   "apt-get ", "sudo apt",      "docker "};

bool is_shell_fence(std::string_view mark) {
  for (const std::string_view word : {"sh", "bash", "shell", "console", "zsh", "shell-session", "terminal"}) {
    if (mark == word) return true;
  }
  return false;
}

TextLine without_prompt(TextLine line) {
  line = trimmed(line);
  for (const std::string_view prompt : {"$ ", "> ", "# "}) {
    if (line.text.starts_with(prompt)) return trimmed(behind(line, prompt.size()));
  }
  return line;
}

// `pip install x` between backquotes in a sentence.
void read_inline_code(const TextLine& line, Collector& out) {
  for (size_t open = line.text.find('`'); open != std::string_view::npos;) {
    const size_t close = line.text.find('`', open + 1);
    if (close == std::string_view::npos) return;
    TextLine code = behind(line, open + 1);
    code.text = code.text.substr(0, close - open - 1);
    if (std::any_of(kTools.begin(), kTools.end(), [&](auto tool) { return code.text.starts_with(tool); }))
      read_commands(code, out);
    open = line.text.find('`', close + 1);
  }
}

}  // namespace

Occurrences read_shell(std::string_view text) {
  Occurrences result;
  Collector out(result);
  read_shell_lines(lines_of(text), out);
  return result;
}

Occurrences read_docker(std::string_view text) {
  Occurrences result;
  Collector out(result);
  for (const TextLine& line : lines_of(text)) read_docker_line(trimmed(line), out);
  return result;
}

Occurrences read_make(std::string_view text) {
  Occurrences result;
  Collector out(result);
  for (const TextLine& line : lines_of(text)) {
    const TextLine inside = trimmed(line);
    const size_t equals = inside.text.find('=');
    const std::string_view name = trim(inside.text.substr(0, inside.text.find_first_of(":?+=")));
    const bool assigns =
        !line.text.starts_with('\t') && equals != std::string_view::npos && name.find(' ') == std::string_view::npos;
    if (inside.text.starts_with('#')) continue;
    if (assigns)
      out.add_setting(std::string(name), trim(inside.text.substr(equals + 1)), inside);
    else
      read_commands(inside, out);
  }
  return result;
}

Occurrences read_markdown(std::string_view text) {
  Occurrences result;
  Collector out(result);
  bool fenced = false;
  bool shell = false;
  for (const TextLine& line : lines_of(text)) {
    const TextLine inside = trimmed(line);
    if (inside.text.starts_with("```") || inside.text.starts_with("~~~")) {
      fenced = !fenced;
      shell = fenced && is_shell_fence(trim(inside.text.substr(3)));
      continue;
    }
    const TextLine command = without_prompt(line);
    const bool tool =
        std::any_of(kTools.begin(), kTools.end(), [&](auto one) { return command.text.starts_with(one); });
    const bool shown = tool && (fenced || line.text.starts_with(' ') || line.text.starts_with('\t'));
    if (shell || shown)
      read_commands(command, out);
    else if (!fenced)
      read_inline_code(line, out);
  }
  return result;
}

}  // namespace pilotage
