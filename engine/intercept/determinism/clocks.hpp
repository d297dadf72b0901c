// SPDX-License-Identifier: MIT
// Virtual time of an unmodified program. Each thread has a clock, which advances with every read,
// with sleeps, and with timed waits that time out. It is never behind a time in the thread's causal
// past (engine/trace/order/causal_times.hpp). So executions are deterministic, and a time depends
// on that past alone.
//
// No thread waits for time to pass: a sleep lets other threads run first and may end at any point.
//
// All functions REQUIRE on_model_thread().
#pragma once

#include <pthread.h>
#include <time.h>

#include <cstdint>

namespace mcheck {

// Tells the comparison of states where the clocks are. REQUIRES: the program has not run yet.
void register_thread_clocks();

// The running thread sleeps for this long; not at all if that is not positive.
void sleep_for(std::int64_t nanoseconds);
// The scheduling point of a sleep of that length.
void perform_sleep(std::int64_t nanoseconds);
// Not positive if the time has passed.
[[nodiscard]] std::int64_t time_until(clockid_t clock, const timespec& time);

// A timed wait of the running thread timed out, after this long or at that time. Its clock is at
// least there afterwards: a read of the clock confirms that the time is up.
void advance_time(std::int64_t nanoseconds);
void advance_clock_to(clockid_t clock, const timespec& time);
// The same for a wait with a deadline. One clock read belongs to the wait if its deadline differs
// from that of the last wait, and `reads` more that the C++ library makes afterwards. A thread that
// makes no other reads does nothing that depends on the time.
void finish_timed_wait(clockid_t clock, const timespec& time, int reads = 0);

// The running thread created this thread, which has not run yet.
void start_clock_of(pthread_t thread);

[[nodiscard]] constexpr std::int64_t nanoseconds_of(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace mcheck
