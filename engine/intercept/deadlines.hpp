// SPDX-License-Identifier: MIT
// Points in time until which a call waits. When they come is up to the schedule; all that is looked
// at is whether the program has written down a time at all.
#pragma once

#include <time.h>

#include "engine/intercept/clocks.hpp"

namespace mcheck {

inline bool is_time(const timespec* time) {
  constexpr long kNanoseconds = 1'000'000'000;
  return time != nullptr && time->tv_nsec >= 0 && time->tv_nsec < kNanoseconds;
}

inline bool is_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

// Until when a call waits, by which clock; a null time: for ever.
struct Deadline {
  clockid_t clock = CLOCK_REALTIME;
  const timespec* time = nullptr;
};

// The call has given up: by the thread's clock, that time has come.
inline void reach(const Deadline& deadline, int looks = 0) {
  wait_is_over(deadline.clock, *deadline.time, looks);
}

}  // namespace mcheck
