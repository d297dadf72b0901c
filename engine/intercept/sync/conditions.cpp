// SPDX-License-Identifier: MIT
// pthread_cond_t. A wait is a cancellation point: a thread that is cancelled while it waits locks
// the mutex first, and then ends.
#include <errno.h>
#include <pthread.h>

#include <mcheck/detail/waiting.hpp>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/deadlines.hpp"
#include "engine/intercept/sync/mutexes.hpp"
#include "engine/intercept/sync/overlay.hpp"
#include "engine/intercept/threads/cancellation.hpp"
#include "engine/platform/hooks/stack_clearing_hook.hpp"
#include "engine/runtime/data_races/frames.hpp"

namespace mcheck {
namespace {

[[gnu::always_inline]] inline detail::Object& access_condition(pthread_cond_t* condition) {
  stack_object_access(condition, __builtin_return_address(0));
  return model_object(condition);
}

// Without a deadline it waits for a notification.
int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, const Deadline& deadline = {}) {
  if (!is_locked_by_caller(mutex)) {
    if (checks_unlock_owner(mutex)) return EPERM;
    detail::refuse_wait_without_lock();
  }
  detail::Object& object = access_condition(condition);
  const detail::Waiting waiting(object, &model_object(mutex));
  const CancellableWait cancellable(ObjectId(object.id));
  pthread_mutex_unlock(mutex);
  bool notified_in_time = true;
  if (deadline.time != nullptr) {
    notified_in_time = waiting.notified_in_time();
    // The C++ library reads the steady clock to see whether the time is up.
    if (!notified_in_time) reach_deadline(deadline, deadline.clock == CLOCK_MONOTONIC ? 1 : 0);
  } else {
    waiting.until_notified();
  }
  detail::clear_stack();  // a loop may wait repeatedly
  const int locked = pthread_mutex_lock(mutex);
  cancellable.end();
  if (locked != 0) return locked;
  return notified_in_time ? 0 : ETIMEDOUT;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
MCHECK_STACK_CLEARING_HOOK(pthread_cond_timedwait)
MCHECK_STACK_CLEARING_HOOK(pthread_cond_clockwait)

extern "C" {

int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t*) noexcept {
  mcheck::reset_object(condition);
  return 0;
}

int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  if (mcheck::on_program_thread())
    mcheck::destroy_overlaid(mcheck::model_object(condition), mcheck::detail::end_condition);
  return 0;
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return mcheck::wait(condition, mutex);
}

int body_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                const timespec* time) {
  if (!mcheck::is_valid_time(time)) return EINVAL;
  return mcheck::wait(condition, mutex, {.clock = CLOCK_REALTIME, .time = time});
}

int body_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                const timespec* time) {
  if (!mcheck::is_valid_time(time) || !mcheck::is_valid_clock(clock)) return EINVAL;
  return mcheck::wait(condition, mutex, {.clock = clock, .time = time});
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  if (mcheck::on_program_thread()) mcheck::detail::notify_one(mcheck::access_condition(condition));
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  if (mcheck::on_program_thread()) mcheck::detail::notify_all(mcheck::access_condition(condition));
  return 0;
}
}
// NOLINTEND
