// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/text.h"
#include "cli/exit_code.h"
#include "report/markup.h"

namespace pilotage {
namespace {

constexpr auto kLiveEvery = std::chrono::milliseconds(200);
constexpr auto kLineEvery = std::chrono::seconds(10);

std::string time_left(std::chrono::duration<double> spent, int64_t done, int64_t total) {
  if (done <= 0 || done >= total || spent.count() < 1) return {};
  const double left = spent.count() * static_cast<double>(total - done) / static_cast<double>(done);
  return left < 90 ? fmt::format(", {:.0f} s left", left) : fmt::format(", {:.0f} min left", left / 60);
}

// Line ends stay; what could move the cursor or hide a part of a name does not, whoever chose the words.
std::string safe_text(std::string_view words) {
  std::vector<std::string> lines = split(words, '\n');
  for (std::string& line : lines) line = visible_text(line);
  return join(lines, "\n");
}

std::string hint_of(const Error& error) {
  if (!error.hint().empty() || error.kind() != ErrorKind::kDamaged) return error.hint();
  return "restore it from a copy or a bundle that `pilotage verify` finds whole";
}

// A stream that takes no more is remembered by itself (ferror), and `all_was_written` says so at the end.
void put(FILE* stream, std::string_view words) { (void)std::fwrite(words.data(), 1, words.size(), stream); }

}  // namespace

Terminal::Terminal(Speech speech)
    : speech_(speech),
      colour_(::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr),
      live_(::isatty(STDERR_FILENO) != 0) {}

void Terminal::say(std::string_view text) { paint(safe_text(text)); }

void Terminal::paint(std::string_view text) {
  end_progress();
  if (for_people()) put(stdout, std::string(text) + "\n");
  std::fflush(stdout);
}

void Terminal::give(const Json& object) {
  if (!for_people()) put(stdout, valid_utf8(object.pretty()) + "\n");
}

Status Terminal::all_was_written() const {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return Done{};
  return environment_error("standard output took no more: what was to be said is lost",
                           "make room where it goes to and say the command again; nothing that was recorded is lost");
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
  text = visible_text(text);
  put(stderr, live_ ? "\r\033[K" + text : text + "\n");
  line_open_ = live_;
  std::fflush(stderr);
}

void Terminal::end_progress() {
  if (line_open_) put(stderr, "\r\033[K");
  line_open_ = false;
  what_.clear();
}

void Terminal::complain(const Error& error) {
  end_progress();
  const int code = exit_code_of(error.kind());
  const std::string hint = hint_of(error);
  if (for_people()) {
    put(stderr, "pilotage: " + safe_text(error.message()) + "\n");
    if (!hint.empty()) put(stderr, "  what next: " + safe_text(hint) + "\n");
    return;
  }
  Json body = Json::object();
  body.set("message", error.message()).set("what_next", hint).set("exit_code", code);
  give(Json::object().set("error", body));
}

}  // namespace pilotage
