// SPDX-License-Identifier: MIT
// The time of an unmodified program. Each thread has a clock that follows from its own history: it
// starts where its creator's was, goes on at every look, and by the length of its sleeps and of
// timed waits that timed out. So executions repeat, and who looks at a clock depends on nobody.
//
// Nobody waits for time to pass: a sleep lets others go first and may end at any point.
//
// All REQUIRE on_model_thread().
#pragma once

#include <pthread.h>
#include <time.h>

#include <cstdint>

namespace mcheck {

// To who compares memory: before the program runs.
void tell_own_time();

// The running thread sleeps for so long; not at all if that is not positive.
void sleep_for(std::int64_t nanoseconds);

// A timed wait of the running thread has timed out, after so long or at that time: its clock is not
// behind afterwards. Whoever looks whether the time is up finds that it is.
void time_passes(std::int64_t nanoseconds);
void clock_reaches(clockid_t clock, const timespec& time);
// The same of a wait until then. One look at the clock belongs to it if it waited for another time
// than the last one did, and so many more that the C++ library makes afterwards: a thread that
// makes no others does nothing at a certain time.
void wait_is_over(clockid_t clock, const timespec& time, int looks = 0);

// The running thread has created that thread, which has not run yet.
void start_clock_of(pthread_t thread);
// The running thread has joined that one, which looked at its clock before.
void catch_up_with(pthread_t thread);

[[nodiscard]] constexpr std::int64_t nanoseconds_of(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace mcheck
