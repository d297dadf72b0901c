// SPDX-License-Identifier: MIT
// pthread_cond_t. A wait is a cancellation point: a thread that is cancelled while it waits locks
// the mutex first, and then ends.
#include <errno.h>
#include <pthread.h>

#include <mcheck/detail/waiting.hpp>

#include "engine/intercept/cancellation.hpp"
#include "engine/intercept/deadlines.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/intercept/mutexes.hpp"
#include "engine/intercept/overlay.hpp"
#include "engine/platform/swept.hpp"
#include "engine/runtime/frames.hpp"

namespace mcheck {
namespace {

[[gnu::always_inline]] inline detail::Object& used(pthread_cond_t* condition) {
  stack_object_access(condition, __builtin_return_address(0));
  return object_in(condition);
}

// Without a deadline it waits for a notification.
int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const Deadline& until = {}) {
  if (!is_locked_by_caller(mutex)) {
    if (tells_who_unlocks(mutex)) return EPERM;
    detail::refuse_wait_without_lock();
  }
  detail::Object& object = used(condition);
  const detail::Waiting waiting(object, &object_in(mutex));
  const CancellableWait cancellable(ObjectId(object.id));
  pthread_mutex_unlock(mutex);
  bool in_time = true;
  if (until.time != nullptr) {
    in_time = waiting.in_time();
    // The C++ library reads the steady clock to see whether the time is up.
    if (!in_time) reach(until, until.clock == CLOCK_MONOTONIC ? 1 : 0);
  } else {
    waiting.for_notify();
  }
  detail::sweep_stack();  // a loop may wait repeatedly
  const int locked = pthread_mutex_lock(mutex);
  cancellable.end();
  if (locked != 0) return locked;
  return in_time ? 0 : ETIMEDOUT;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
MCHECK_SWEPT(pthread_cond_timedwait)
MCHECK_SWEPT(pthread_cond_clockwait)

extern "C" {

int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t*) noexcept {
  mcheck::make_anew(condition);
  return 0;
}

int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  if (mcheck::inside())
    mcheck::end_overlaid(mcheck::object_in(condition), mcheck::detail::end_condition);
  return 0;
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return mcheck::wait(condition, mutex);
}

int swept_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                 const timespec* time) {
  if (!mcheck::is_time(time)) return EINVAL;
  return mcheck::wait(condition, mutex, {.clock = CLOCK_REALTIME, .time = time});
}

int swept_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                 const timespec* time) {
  if (!mcheck::is_time(time) || !mcheck::is_clock(clock)) return EINVAL;
  return mcheck::wait(condition, mutex, {.clock = clock, .time = time});
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  if (mcheck::inside()) mcheck::detail::notify_one(mcheck::used(condition));
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  if (mcheck::inside()) mcheck::detail::notify_all(mcheck::used(condition));
  return 0;
}
}
// NOLINTEND
