// SPDX-License-Identifier: MIT
// The values of clocks. The first reads are a microsecond apart. A thread that keeps reading waits
// for a deadline, so the increments grow, and the deadline comes within a few dozen reads.
#include "engine/intercept/clocks.hpp"

#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "engine/base/host_state.hpp"
#include "engine/intercept/original.hpp"
#include "engine/platform/raw_copy.hpp"
#include "engine/platform/thread_locals.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/own_time.hpp"
#include "engine/runtime/perform.hpp"

namespace mcheck {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max() / 4;

struct Clock {
  std::int64_t now = 0;   // nanoseconds
  std::int64_t step = 0;  // by how much the last read advanced it
  std::uint32_t looks = 0;
  std::int32_t looks_besides = 0;  // reads that no wait with a time limit needs
  std::int64_t waited_until = 0;
};

MCHECK_WORLD_STATE Clock before_main;  // of static initialisers; main's clock continues from it
thread_local Clock own_clock;

Clock& clock_of(pthread_t thread) {
  const auto offset = reinterpret_cast<std::byte*>(&own_clock) - thread_pointer();
  return *reinterpret_cast<Clock*>(reinterpret_cast<std::byte*>(thread) + offset);
}

void go_on(Clock& clock, std::int64_t nanoseconds) {
  if (nanoseconds <= 0) return;
  const std::int64_t leap = on_model_thread() ? Machine::current()->take_leap() : 0;
  clock.now += std::min(nanoseconds + leap, kForever - clock.now);
}

std::int64_t now() { return on_model_thread() ? before_main.now + own_clock.now : before_main.now; }

std::int64_t look() {
  constexpr std::uint32_t kFirst = 4;
  constexpr std::int64_t kShortest = 1'000;
  constexpr std::int64_t kLongest = 60 * kSecond;
  Clock& clock = on_model_thread() ? own_clock : before_main;
  ++clock.looks_besides;
  clock.step = ++clock.looks <= kFirst ? kShortest : std::min(4 * clock.step, kLongest);
  go_on(clock, clock.step);
  return now();
}

// The value of a clock when the execution starts: the year 2024, and a machine that has run for a
// while.
std::int64_t start_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI: return 1'704'067'200 * kSecond;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return 1'000 * kSecond;
    default: return 0;  // processor time
  }
}

timespec to_timespec(std::int64_t time) {
  return {.tv_sec = time / kSecond, .tv_nsec = time % kSecond};
}

timespec look_at(clockid_t clock, const timespec& real) {
  return to_timespec(passes_through() ? nanoseconds_of(real) + now() : start_of(clock) + look());
}

// The function is looked up once: the engine reads the time after every execution.
int machines_clock(clockid_t clock, timespec* time) {
  MCHECK_HOST_STATE static decltype(clock_gettime)* look_up = nullptr;
  if (look_up == nullptr) look_up = original<decltype(clock_gettime)>("clock_gettime");
  return look_up(clock, time);
}

std::int64_t time_of(const std::byte* thread_pointer) {
  return clock_of(reinterpret_cast<pthread_t>(thread_pointer)).now;
}

bool looked(const std::byte* before, const std::byte* now) {
  Clock then;
  Clock clock;
  raw_copy(&then, before, sizeof then);
  raw_copy(&clock, now, sizeof clock);
  return clock.looks_besides > then.looks_besides;
}

void pass(std::byte* thread_pointer, std::int64_t nanoseconds) {
  Clock& clock = clock_of(reinterpret_cast<pthread_t>(thread_pointer));
  clock.now += std::min(nanoseconds, kForever - clock.now);
}

}  // namespace

void tell_own_time() {
  keep_own_time({.of = time_of,
                 .pass = pass,
                 .offset = reinterpret_cast<std::byte*>(&own_clock) - thread_pointer(),
                 .size = sizeof own_clock,
                 .looked = looked,
                 .starts = {start_of(CLOCK_REALTIME) + before_main.now,
                            start_of(CLOCK_MONOTONIC) + before_main.now}});
}

void time_passes(std::int64_t nanoseconds) { go_on(own_clock, nanoseconds); }

void clock_reaches(clockid_t clock, const timespec& time) {
  time_passes(nanoseconds_of(time) - start_of(clock) - now());
}

void wait_is_over(clockid_t clock, const timespec& time, int looks) {
  const std::int64_t until = nanoseconds_of(time);
  own_clock.looks_besides -= looks + (until == own_clock.waited_until ? 0 : 1);
  own_clock.waited_until = until;
  clock_reaches(clock, time);
}

void sleep_for(std::int64_t nanoseconds) {
  if (nanoseconds <= 0) return;
  time_passes(nanoseconds);
  perform({.kind = Kind::kYield});
}

void start_clock_of(pthread_t thread) { clock_of(thread) = own_clock; }

void catch_up_with(pthread_t thread) {
  own_clock.now = std::max(own_clock.now, clock_of(thread).now);
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  timespec known;
  const int wrong = mcheck::machines_clock(clock, &known);
  if (wrong == 0) *time = mcheck::in_program() ? mcheck::look_at(clock, known) : known;
  return wrong;
}

time_t time(time_t* into) noexcept {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into != nullptr) *into = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(timeval* __restrict into, void* __restrict zone) noexcept {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  *into = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1'000};
  if (zone != nullptr) *static_cast<struct timezone*>(zone) = {};
  return 0;
}

int timespec_get(timespec* time, int base) noexcept {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, time);
  return base;
}

int clock_getres(clockid_t clock, timespec* resolution) noexcept {
  const int wrong = mcheck::original<decltype(clock_getres)>("clock_getres")(clock, resolution);
  if (wrong == 0 && resolution != nullptr && mcheck::in_program()) *resolution = {0, 1};
  return wrong;
}

clock_t clock() noexcept {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (mcheck::kSecond / CLOCKS_PER_SEC);
}

clock_t times(struct tms* parts) noexcept {
  if (!mcheck::in_program()) return mcheck::original<decltype(times)>("times")(parts);
  const std::int64_t tick = mcheck::kSecond / sysconf(_SC_CLK_TCK);
  const clock_t now = mcheck::look() / tick;
  if (parts != nullptr)
    *parts = {.tms_utime = now, .tms_stime = 0, .tms_cutime = 0, .tms_cstime = 0};
  return now;
}

// The program cannot set the machine's clocks.
int clock_settime(clockid_t clock, const timespec* time) noexcept {
  if (!mcheck::in_program()) {
    return mcheck::original<decltype(clock_settime)>("clock_settime")(clock, time);
  }
  errno = EPERM;
  return -1;
}

int settimeofday(const timeval*, const struct timezone*) noexcept {
  errno = EPERM;
  return -1;
}
}
// NOLINTEND
