// SPDX-License-Identifier: Apache-2.0
// The code cells of a Jupyter notebook as one Python text, with the way back to where each line stands in the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "inventory/occurrence.h"

namespace pilotage {

struct NotebookCode {
  struct Origin {
    int64_t line = 0;    // in the notebook's own text, from 1
    int64_t column = 0;  // of the code line's first character, from 1
  };
  std::string text;             // lines that talk to the notebook (`%…`, `!…`) are empty
  std::vector<Origin> origins;  // of each line of `text`
  Occurrences commands;         // what stands behind `!`, already in its place
};

NotebookCode code_of_notebook(std::string_view text);

// Moves what was found in `code.text` to where it stands in the notebook.
void move_to_notebook(const NotebookCode& code, Occurrences& occurrences);

}  // namespace pilotage
