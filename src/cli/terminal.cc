// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cli/exit_code.h"

namespace pilotage {
namespace {

constexpr auto kLiveEvery = std::chrono::milliseconds(200);
constexpr auto kLineEvery = std::chrono::seconds(10);

std::string time_left(std::chrono::duration<double> spent, int64_t done, int64_t total) {
  if (done <= 0 || done >= total || spent.count() < 1) return {};
  const double left = spent.count() * static_cast<double>(total - done) / static_cast<double>(done);
  return left < 90 ? fmt::format(", {:.0f} s left", left) : fmt::format(", {:.0f} min left", left / 60);
}

}  // namespace

Terminal::Terminal(Speech speech)
    : speech_(speech),
      colour_(::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr),
      live_(::isatty(STDERR_FILENO) != 0) {}

void Terminal::say(std::string_view text) {
  end_progress();
  if (for_people()) fmt::print("{}\n", text);
  std::fflush(stdout);
}

void Terminal::give(const Json& object) {
  if (!for_people()) fmt::print("{}\n", object.pretty());
}

void Terminal::progress(std::string_view what, int64_t done, int64_t total, std::string_view detail) {
  const auto now = std::chrono::steady_clock::now();
  const bool fresh = what != what_;
  if (fresh) {
    what_ = what;
    started_ = now;
  }
  if (!fresh && now - shown_ < (live_ ? std::chrono::steady_clock::duration(kLiveEvery) : kLineEvery)) return;
  shown_ = now;
  std::string text = fmt::format("  {}", what);
  if (total > 0) text += fmt::format(" {}/{}{}", done, total, time_left(now - started_, done, total));
  if (!detail.empty()) text += fmt::format(" ({})", detail);
  if (live_) {
    fmt::print(stderr, "\r\033[K{}", text);
    line_open_ = true;
  } else {
    fmt::print(stderr, "{}\n", text);
  }
  std::fflush(stderr);
}

void Terminal::end_progress() {
  if (line_open_) fmt::print(stderr, "\r\033[K");
  line_open_ = false;
  what_.clear();
}

void Terminal::complain(const Error& error) {
  end_progress();
  const int code = exit_code_of(error.kind());
  if (for_people()) {
    fmt::print(stderr, "pilotage: {}\n", error.message());
    if (!error.hint().empty()) fmt::print(stderr, "  what next: {}\n", error.hint());
    return;
  }
  Json body = Json::object();
  body.set("message", error.message()).set("what_next", error.hint()).set("exit_code", code);
  give(Json::object().set("error", body));
}

}  // namespace pilotage
