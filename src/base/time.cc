// SPDX-License-Identifier: Apache-2.0
#include "base/time.h"

#include <fmt/core.h>

namespace pilotage {

std::string utc_text(std::chrono::system_clock::time_point when) {
  using namespace std::chrono;
  const auto day = floor<days>(when);
  const year_month_day date(day);
  const hh_mm_ss clock(floor<seconds>(when - day));
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

std::string utc_now() { return utc_text(std::chrono::system_clock::now()); }

}  // namespace pilotage
