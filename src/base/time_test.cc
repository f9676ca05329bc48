// SPDX-License-Identifier: Apache-2.0
#include "base/time.h"

#include <gtest/gtest.h>

namespace pilotage {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::system_clock;

// The seconds are those that `date -u -d TEXT +%s` prints.
TEST(Time, writes_utc_with_whole_seconds) {
  EXPECT_EQ(utc_text(system_clock::time_point(seconds(0))), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(system_clock::time_point(seconds(951782400))), "2000-02-29T00:00:00Z");
  EXPECT_EQ(utc_text(system_clock::time_point(seconds(1798761599) + milliseconds(999))), "2026-12-31T23:59:59Z");
  EXPECT_EQ(utc_text(system_clock::time_point(milliseconds(-1))), "1969-12-31T23:59:59Z");
}

TEST(Time, now_is_between_two_readings_of_the_clock) {
  const std::string before = utc_text(system_clock::now());
  const std::string now = utc_now();
  EXPECT_LE(before, now);
  EXPECT_LE(now, utc_text(system_clock::now()));
}

}  // namespace
}  // namespace pilotage
