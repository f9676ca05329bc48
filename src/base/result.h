// SPDX-License-Identifier: Apache-2.0
// Result<T>: the value, or an Error that says what went wrong, where, and what to do next.
// Everything that can fail for a reason outside the program returns one; nothing of ours throws.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/check.h"

namespace pilotage {

// What the caller can do about it. Exit codes follow from it (`exit_code_of`), so the order is free.
enum class ErrorKind {
  kUsage,         // the command line or the plan is wrong
  kEnvironment,   // the world prevented the measurement: a file, a host, a device, a full disk
  kDamaged,       // evidence is damaged or was changed
  kUndecidable,   // the plan cannot decide its question with this sample
  kInternal,      // a broken promise of ours
};

class [[nodiscard]] Error {
 public:
  Error(ErrorKind kind, std::string message, std::string hint = {})
      : kind_(kind), message_(std::move(message)), hint_(std::move(hint)) {}

  ErrorKind kind() const { return kind_; }
  // From the outside in: `examples/pilot.toml: line 3: unknown key "platfrom"`.
  const std::string& message() const { return message_; }
  // What to do next; may be empty.
  const std::string& hint() const { return hint_; }

  // The same error, seen from one place further out.
  Error in(std::string_view place) && {
    message_.insert(0, std::string(place) + ": ");
    return std::move(*this);
  }

 private:
  ErrorKind kind_;
  std::string message_;
  std::string hint_;
};

inline Error usage_error(std::string message, std::string hint = {}) {
  return {ErrorKind::kUsage, std::move(message), std::move(hint)};
}
inline Error environment_error(std::string message, std::string hint = {}) {
  return {ErrorKind::kEnvironment, std::move(message), std::move(hint)};
}
inline Error damaged_error(std::string message, std::string hint = {}) {
  return {ErrorKind::kDamaged, std::move(message), std::move(hint)};
}

// For functions that give nothing back but may fail: `return Done{};`
struct Done {};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& { PILOTAGE_CHECK(ok()); return std::get<0>(state_); }
  T& value() & { PILOTAGE_CHECK(ok()); return std::get<0>(state_); }
  T&& value() && { PILOTAGE_CHECK(ok()); return std::get<0>(std::move(state_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const& { PILOTAGE_CHECK(!ok()); return std::get<1>(state_); }
  Error&& error() && { PILOTAGE_CHECK(!ok()); return std::get<1>(std::move(state_)); }

  // The same result; an error in it gains the place.
  Result in(std::string_view place) && {
    if (ok()) return std::move(*this);
    return std::get<1>(std::move(state_)).in(place);
  }

 private:
  std::variant<T, Error> state_;
};

using Status = Result<Done>;

}  // namespace pilotage

// Takes the value out, or returns the error from the enclosing function.
#define TRY(expression)                                      \
  (__extension__({                                           \
    auto pilotage_result_ = (expression);                    \
    if (!pilotage_result_.ok()) return std::move(pilotage_result_).error(); \
    std::move(pilotage_result_).value();                     \
  }))
