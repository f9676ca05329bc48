// SPDX-License-Identifier: Apache-2.0
// A text line by line, and the small forms that configuration files and scripts share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "inventory/occurrence.h"

namespace pilotage {

struct TextLine {
  std::string_view text;  // without its end
  int64_t number = 0;     // from 1
  int64_t column = 0;     // of its first character, from 1: a line may be a piece of one
};

std::vector<TextLine> lines_of(std::string_view text);

// The part of a line without spaces around it, its column moved along.
TextLine trimmed(TextLine line);
// `line` from `offset` on.
TextLine behind(TextLine line, size_t offset);

// Without quotes around it.
std::string_view unquoted(std::string_view text);
// CAPITALS_WITH_MARKS: the form of an environment variable's name.
bool is_variable_name(std::string_view text);

// Where occurrences of one file are collected. Texts too long to be meant by any rule are left out.
class Collector {
 public:
  explicit Collector(Occurrences& out) : out_(out) {}
  void add(Kind kind, std::string text, const TextLine& place, size_t offset = 0);
  void add_package(std::string_view requirement, const TextLine& place, size_t offset = 0);
  // `key=value`; a key or value that is the name of an environment variable is one as well, `image` names an image.
  void add_setting(const std::string& path, std::string_view value, const TextLine& place, size_t offset = 0);

 private:
  Occurrences& out_;
};

}  // namespace pilotage
