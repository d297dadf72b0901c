// SPDX-License-Identifier: MIT
// Sleeps, and waits for files with a time limit. A sleep orders nothing: it lets other threads run
// first and may end at any point. Timers that would interrupt the program are not set.
#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

#include "engine/intercept/determinism/clocks.hpp"
#include "engine/intercept/kernel/interrupted_waits.hpp"
#include "engine/intercept/program/original.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

namespace mcheck {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

bool sleeps_are_modelled() { return on_model_thread() && in_program_code(); }

bool polls_are_modelled() {
  if (!sleeps_are_modelled()) return false;
  add_assumption(
      "poll, select and epoll_wait find the same, whatever other threads do at the same time");
  return true;
}

bool is_valid_time(const timespec& time) {
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

// Reports what is ready now, and what becomes ready until the end of the wait. Without a limit it
// is the system's own wait: a program that waits for something outside of it hangs there.
template <class Query>
int poll_and_wait(std::int64_t nanoseconds, Query query) {
  const int found = restart_if_interrupted(query);
  if (found != 0 || nanoseconds <= 0) return found;
  sleep_for(nanoseconds);
  return restart_if_interrupted(query);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
  if (!mcheck::sleeps_are_modelled()) {
    return mcheck::original<decltype(clock_nanosleep)>("clock_nanosleep")(clock, flags, time, left);
  }
  if (!mcheck::is_valid_time(*time)) return EINVAL;
  if ((flags & TIMER_ABSTIME) != 0) {
    const std::int64_t length = mcheck::time_until(clock, *time);
    mcheck::advance_clock_to(clock, *time);
    mcheck::perform_sleep(length);
  } else {
    mcheck::sleep_for(mcheck::nanoseconds_of(*time));
  }
  return 0;
}

int nanosleep(const timespec* time, timespec* left) {
  if (!mcheck::sleeps_are_modelled()) {
    return mcheck::original<decltype(nanosleep)>("nanosleep")(time, left);
  }
  errno = clock_nanosleep(CLOCK_MONOTONIC, 0, time, left);
  return errno == 0 ? 0 : -1;
}

unsigned sleep(unsigned seconds) {
  const timespec time = {.tv_sec = seconds, .tv_nsec = 0};
  nanosleep(&time, nullptr);
  return 0;
}

int usleep(useconds_t microseconds) {
  const timespec time = {.tv_sec = microseconds / 1'000'000,
                         .tv_nsec = std::int64_t{microseconds % 1'000'000} * 1'000};
  return nanosleep(&time, nullptr);
}

int poll(pollfd* files, nfds_t count, int milliseconds) {
  const auto system = mcheck::original<decltype(poll)>("poll");
  if (!mcheck::polls_are_modelled() || milliseconds < 0) {
    return mcheck::restart_if_interrupted([&] { return system(files, count, milliseconds); });
  }
  return mcheck::poll_and_wait(milliseconds * mcheck::kMillisecond,
                               [&] { return system(files, count, 0); });
}

int ppoll(pollfd* files, nfds_t count, const timespec* time, const sigset_t* mask) {
  const auto system = mcheck::original<decltype(ppoll)>("ppoll");
  if (!mcheck::polls_are_modelled() || time == nullptr) {
    return mcheck::restart_if_interrupted([&] { return system(files, count, time, mask); });
  }
  const timespec none = {};
  return mcheck::poll_and_wait(mcheck::nanoseconds_of(*time),
                               [&] { return system(files, count, &none, mask); });
}

int pselect(int count, fd_set* read, fd_set* write, fd_set* except, const timespec* time,
            const sigset_t* mask) {
  const auto system = mcheck::original<decltype(pselect)>("pselect");
  if (!mcheck::polls_are_modelled() || time == nullptr) {
    return mcheck::restart_if_interrupted(
        [&] { return system(count, read, write, except, time, mask); });
  }
  const timespec none = {};
  const fd_set empty = {};
  const fd_set wanted[3] = {read ? *read : empty, write ? *write : empty, except ? *except : empty};
  return mcheck::poll_and_wait(mcheck::nanoseconds_of(*time), [&] {
    if (read != nullptr) *read = wanted[0];
    if (write != nullptr) *write = wanted[1];
    if (except != nullptr) *except = wanted[2];
    return system(count, read, write, except, &none, mask);
  });
}

int select(int count, fd_set* read, fd_set* write, fd_set* except, timeval* time) {
  if (!mcheck::polls_are_modelled() || time == nullptr) {
    const auto system = mcheck::original<decltype(select)>("select");
    return mcheck::restart_if_interrupted([&] { return system(count, read, write, except, time); });
  }
  const timespec limit = {.tv_sec = time->tv_sec, .tv_nsec = time->tv_usec * 1'000};
  return pselect(count, read, write, except, &limit, nullptr);
}

int epoll_wait(int set, epoll_event* events, int count, int milliseconds) {
  const auto system = mcheck::original<decltype(epoll_wait)>("epoll_wait");
  if (!mcheck::polls_are_modelled() || milliseconds < 0) {
    return mcheck::restart_if_interrupted([&] { return system(set, events, count, milliseconds); });
  }
  return mcheck::poll_and_wait(milliseconds * mcheck::kMillisecond,
                               [&] { return system(set, events, count, 0); });
}

// As alarm in kernel/signal_handlers.cpp.
useconds_t ualarm(useconds_t value, useconds_t interval) noexcept {
  if (!mcheck::in_program_code())
    return mcheck::original<decltype(ualarm)>("ualarm")(value, interval);
  mcheck::add_assumption(mcheck::kNoAlarmSignals);
  return 0;
}

int timer_create(clockid_t clock, sigevent* event, timer_t* timer) noexcept {
  if (!mcheck::sleeps_are_modelled()) {
    return mcheck::original<decltype(timer_create)>("timer_create")(clock, event, timer);
  }
  mcheck::fail(mcheck::FailureKind::kMisuse,
               "creates a timer (timer_create), whose signals and threads are not modelled");
}
}
// NOLINTEND
