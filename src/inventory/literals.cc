// SPDX-License-Identifier: Apache-2.0
// The automaton of Aho and Corasick (1975), made whole: every state has a successor for every class of bytes.
#include "inventory/literals.h"

#include <deque>

namespace pilotage {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

uint8_t lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? static_cast<uint8_t>(c - 'A' + 'a') : c; }

}  // namespace

Literals::Literals(std::span<const std::string> texts) {
  for (const auto& text : texts) {
    for (const char c : text) {
      uint8_t& one = class_of_[lower(static_cast<uint8_t>(c))];
      if (one == 0) one = static_cast<uint8_t>(classes_++);
    }
  }
  for (int c = 'A'; c <= 'Z'; ++c) class_of_[static_cast<size_t>(c)] = class_of_[static_cast<size_t>(c - 'A' + 'a')];
  table_.assign(classes_, kNone);
  hit_.assign(1, 0);
  for (const auto& text : texts) {
    uint32_t state = 0;
    for (const char c : text) {
      const size_t slot = state * classes_ + class_of_[static_cast<uint8_t>(c)];
      if (table_[slot] == kNone) {
        table_[slot] = static_cast<uint32_t>(hit_.size());
        hit_.push_back(0);
        table_.resize(table_.size() + classes_, kNone);
      }
      state = table_[slot];
    }
    if (state != 0) hit_[state] = 1;
  }
  std::vector<uint32_t> fallback(hit_.size(), 0);
  std::deque<uint32_t> waiting{0};
  while (!waiting.empty()) {
    const uint32_t state = waiting.front();
    waiting.pop_front();
    for (uint32_t one = 0; one < classes_; ++one) {
      uint32_t& to = table_[state * classes_ + one];
      const uint32_t instead = state == 0 ? 0 : table_[fallback[state] * classes_ + one];
      if (to == kNone) {
        to = instead;
        continue;
      }
      fallback[to] = instead;
      hit_[to] = hit_[to] | hit_[instead];
      waiting.push_back(to);
    }
  }
}

bool Literals::any_in(std::string_view text) const {
  uint32_t state = 0;
  for (const char c : text) {
    state = next(state, c);
    if (hit_[state] != 0) return true;
  }
  return false;
}

std::vector<uint32_t> Literals::ends_in(std::string_view text) const {
  std::vector<uint32_t> ends;
  uint32_t state = 0;
  for (uint32_t i = 0; i < text.size(); ++i) {
    state = next(state, text[i]);
    if (hit_[state] != 0) ends.push_back(i);
  }
  return ends;
}

}  // namespace pilotage
