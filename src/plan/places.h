// SPDX-License-Identifier: Apache-2.0
// Where each value of a plan stands in its file, so that a check across several keys can point at the right one.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/toml.h"

namespace pilotage {

enum class Read { kGood, kWrong };

class Places {
 public:
  // An empty key stands for the element itself.
  void set(std::string_view section, size_t index, std::string_view key, TomlPlace place, Read read = Read::kGood) {
    places_[name(section, index, key)] = {place, read};
  }
  // It is in the file and its value could be used.
  bool has(std::string_view section, size_t index, std::string_view key) const {
    const auto found = places_.find(name(section, index, key));
    return found != places_.end() && found->second.read == Read::kGood;
  }
  // It is in the file but wrong, which has been said.
  bool is_wrong(std::string_view section, size_t index, std::string_view key) const {
    const auto found = places_.find(name(section, index, key));
    return found != places_.end() && found->second.read == Read::kWrong;
  }
  // Of the key; of its element where the key is not in the file; of the start where neither is.
  TomlPlace of(std::string_view section, size_t index, std::string_view key) const {
    for (const auto& wanted : {name(section, index, key), name(section, index, "")}) {
      if (const auto found = places_.find(wanted); found != places_.end()) return found->second.place;
    }
    return {.line = 1, .column = 1};
  }

 private:
  struct Entry {
    TomlPlace place;
    Read read = Read::kGood;
  };
  static std::string name(std::string_view section, size_t index, std::string_view key) {
    return std::string(section) + " " + std::to_string(index) + " " + std::string(key);
  }
  std::map<std::string, Entry> places_;
};

}  // namespace pilotage
