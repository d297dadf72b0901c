// SPDX-License-Identifier: MIT
// Deadlines of calls that wait. The schedule decides when a deadline passes; mcheck only checks
// that the program passed a valid time.
#pragma once

#include <time.h>

#include "engine/intercept/determinism/clocks.hpp"

namespace mcheck {

inline bool is_valid_time(const timespec* time) {
  constexpr long kNanoseconds = 1'000'000'000;
  return time != nullptr && time->tv_nsec >= 0 && time->tv_nsec < kNanoseconds;
}

inline bool is_valid_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

// Until when a call waits, and by which clock; a null time: without limit.
struct Deadline {
  clockid_t clock = CLOCK_REALTIME;
  const timespec* time = nullptr;
};

// The call timed out: the thread's clock has reached the deadline.
inline void reach_deadline(const Deadline& deadline, int reads = 0) {
  finish_timed_wait(deadline.clock, *deadline.time, reads);
}

}  // namespace mcheck
