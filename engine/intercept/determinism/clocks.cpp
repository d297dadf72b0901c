// SPDX-License-Identifier: MIT
// The values of clocks. The first reads are a microsecond apart. A thread that keeps reading waits
// for a deadline, so the increments grow, and the deadline comes within a few dozen reads.
#include "engine/intercept/determinism/clocks.hpp"

#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/intercept/program/original.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/platform/system/thread_locals.hpp"
#include "engine/runtime/loops/thread_time.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

namespace mcheck {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

struct VirtualClock {
  std::int64_t now = 0;        // nanoseconds
  std::int64_t increment = 0;  // by how much the last read advanced it
  std::uint32_t reads = 0;
  std::int32_t extra_reads = 0;  // reads that no wait with a time limit needs
  std::int64_t last_deadline = 0;
};

MCHECK_PROGRAM_STATE VirtualClock
    startup_clock;  // of static initialisers; main's clock continues from it
thread_local VirtualClock thread_clock;

VirtualClock& clock_of(pthread_t thread) {
  const auto offset = reinterpret_cast<std::byte*>(&thread_clock) - thread_pointer();
  return *reinterpret_cast<VirtualClock*>(reinterpret_cast<std::byte*>(thread) + offset);
}

void advance_clock(std::int64_t nanoseconds) {
  std::int64_t& clock = on_model_thread() ? thread_clock.now : startup_clock.now;
  clock = on_model_thread() ? Machine::current()->clock_after(clock, nanoseconds)
                            : clock + std::min(nanoseconds, kLastTime - clock);
}

std::int64_t now() {
  if (!on_model_thread()) return startup_clock.now;
  advance_clock(0);
  return startup_clock.now + thread_clock.now;
}

// The program may compare the times that two threads have read.
void note_reader() {
  MCHECK_HOST_STATE static std::uint32_t first_reader = 0;  // and 1 more
  Machine::current()->note_clock_read();
  const std::uint32_t reader = index(current_thread()) + 1u;
  if (first_reader == 0) first_reader = reader;
  if (first_reader != reader) add_assumption(kOneOrderOfClockReads);
}

std::int64_t read_clock() {
  constexpr std::uint32_t kFirst = 4;
  constexpr std::int64_t kShortest = 1'000;
  constexpr std::int64_t kLongest = 60 * kSecond;
  VirtualClock& clock = on_model_thread() ? thread_clock : startup_clock;
  if (on_model_thread()) note_reader();
  ++clock.extra_reads;
  clock.increment = ++clock.reads <= kFirst ? kShortest : std::min(4 * clock.increment, kLongest);
  advance_clock(clock.increment);
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

timespec time_for_program(clockid_t clock, const timespec& real) {
  return to_timespec(passes_through() ? nanoseconds_of(real) + now()
                                      : start_of(clock) + read_clock());
}

// The function is looked up once: the engine reads the time after every execution.
int system_time(clockid_t clock, timespec* time) {
  MCHECK_HOST_STATE static decltype(clock_gettime)* system_function = nullptr;
  if (system_function == nullptr)
    system_function = original<decltype(clock_gettime)>("clock_gettime");
  return system_function(clock, time);
}

std::int64_t time_of(const std::byte* thread_pointer) {
  return clock_of(reinterpret_cast<pthread_t>(thread_pointer)).now;
}

bool was_read(const std::byte* before, const std::byte* now) {
  VirtualClock then;
  VirtualClock clock;
  raw_copy(&then, before, sizeof then);
  raw_copy(&clock, now, sizeof clock);
  return clock.extra_reads > then.extra_reads;
}

void advance(std::byte* thread_pointer, std::int64_t nanoseconds) {
  VirtualClock& clock = clock_of(reinterpret_cast<pthread_t>(thread_pointer));
  clock.now += std::min(nanoseconds, kLastTime - clock.now);
}

}  // namespace

void register_thread_clocks() {
  set_thread_time({.of = time_of,
                   .advance = advance,
                   .offset = reinterpret_cast<std::byte*>(&thread_clock) - thread_pointer(),
                   .size = sizeof thread_clock,
                   .was_read = was_read,
                   .starts = {start_of(CLOCK_REALTIME) + startup_clock.now,
                              start_of(CLOCK_MONOTONIC) + startup_clock.now}});
}

void advance_time(std::int64_t nanoseconds) {
  if (nanoseconds > 0) advance_clock(nanoseconds);
}

std::int64_t time_until(clockid_t clock, const timespec& time) {
  return nanoseconds_of(time) - start_of(clock) - now();
}

void advance_clock_to(clockid_t clock, const timespec& time) {
  advance_time(time_until(clock, time));
}

void finish_timed_wait(clockid_t clock, const timespec& time, int reads) {
  const std::int64_t deadline = nanoseconds_of(time);
  thread_clock.extra_reads -= reads + (deadline == thread_clock.last_deadline ? 0 : 1);
  thread_clock.last_deadline = deadline;
  advance_clock_to(clock, time);
}

void perform_sleep(std::int64_t nanoseconds) {
  const bool has_length = sleeps_have_lengths() && nanoseconds > 0;
  perform({.kind = Kind::kYield, .a = has_length ? static_cast<Word>(nanoseconds) : 0});
}

void sleep_for(std::int64_t nanoseconds) {
  if (nanoseconds <= 0) return;
  advance_time(nanoseconds);
  perform_sleep(nanoseconds);
}

void start_clock_of(pthread_t thread) { clock_of(thread) = thread_clock; }

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  timespec real_time;
  const int error = mcheck::system_time(clock, &real_time);
  if (error == 0)
    *time = mcheck::in_program_code() ? mcheck::time_for_program(clock, real_time) : real_time;
  return error;
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
  const int error = mcheck::original<decltype(clock_getres)>("clock_getres")(clock, resolution);
  if (error == 0 && resolution != nullptr && mcheck::in_program_code()) *resolution = {0, 1};
  return error;
}

clock_t clock() noexcept {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (mcheck::kSecond / CLOCKS_PER_SEC);
}

clock_t times(struct tms* parts) noexcept {
  if (!mcheck::in_program_code()) return mcheck::original<decltype(times)>("times")(parts);
  const std::int64_t tick = mcheck::kSecond / sysconf(_SC_CLK_TCK);
  const clock_t now = mcheck::read_clock() / tick;
  if (parts != nullptr)
    *parts = {.tms_utime = now, .tms_stime = 0, .tms_cutime = 0, .tms_cstime = 0};
  return now;
}

// The program cannot set the machine's clocks.
int clock_settime(clockid_t clock, const timespec* time) noexcept {
  if (!mcheck::in_program_code()) {
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
