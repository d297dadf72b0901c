// SPDX-License-Identifier: MIT
// Points in time until which a call waits. When they come is up to the schedule; all that is looked
// at is whether the program has written down a time at all.
#pragma once

#include <time.h>

namespace mcheck {

inline bool is_time(const timespec* time) {
  constexpr long kNanoseconds = 1'000'000'000;
  return time != nullptr && time->tv_nsec >= 0 && time->tv_nsec < kNanoseconds;
}

inline bool is_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

}  // namespace mcheck
