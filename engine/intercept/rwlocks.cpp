// SPDX-License-Identifier: MIT
// pthread_rwlock_t. A thread may read-lock it several times: the first time takes it, the thread
// itself counts the others. Whether a thread holds it can change only by its own operations, so the
// thread may ask the engine without an operation.
//
// Writers are not preferred, whatever the attributes say: a reader may always come first.
#include <errno.h>
#include <pthread.h>

#include <mcheck/detail/locks.hpp>

#include "engine/intercept/deadlines.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/intercept/locked_together.hpp"
#include "engine/intercept/overlay.hpp"
#include "engine/platform/swept.hpp"
#include "engine/runtime/frames.hpp"
#include "engine/runtime/machine.hpp"

namespace mcheck {
namespace {

using detail::LockKind;

// How often the running thread has read-locked a lock beyond the first time.
struct Again {
  const void* lock;
  unsigned times;
  Again* next;
};
thread_local Again* read_again = nullptr;

enum class Until { kHad, kTime };

ObjectId known(pthread_rwlock_t* lock) {
  stack_object_access(lock, __builtin_return_address(0));
  return identify(object_in(lock), ObjectKind::kSharedMutex, {});
}

bool writes(pthread_rwlock_t* lock) {
  return Machine::current()->execution().value_of(known(lock)) == index(current_thread()) + 1;
}
bool reads(pthread_rwlock_t* lock) {
  return Machine::current()->execution().threads_at(known(lock)).has(current_thread());
}

int read_once_more(pthread_rwlock_t* lock) {
  for (Again* again = read_again; again != nullptr; again = again->next) {
    if (again->lock == lock) return ++again->times, 0;
  }
  read_again = new Again{lock, 1, read_again};
  return 0;
}

bool read_once_less(pthread_rwlock_t* lock) {
  for (Again** at = &read_again; *at != nullptr; at = &(*at)->next) {
    Again* const again = *at;
    if (again->lock != lock) continue;
    if (--again->times == 0) {
      *at = again->next;
      delete again;
    }
    return true;
  }
  return false;
}

int try_lock(pthread_rwlock_t* lock, LockKind kind) {
  if (kind == LockKind::kReader && reads(lock)) return read_once_more(lock);
  detail::sweep_stack();
  const Kind how = kind == LockKind::kReader ? Kind::kTryLockShared : Kind::kTryLock;
  return perform({.kind = how, .object = known(lock)}).result == 1 ? 0 : EBUSY;
}

int take(pthread_rwlock_t* lock, LockKind kind, Until until) {
  if (writes(lock)) return EDEADLK;
  if (kind == LockKind::kReader && reads(lock)) return read_once_more(lock);
  stack_object_access(lock, __builtin_return_address(0));
  if (until == Until::kHad) return detail::lock(object_in(lock), kind), 0;
  detail::sweep_stack();
  return detail::lock_in_time(object_in(lock), kind) ? 0 : ETIMEDOUT;
}

// Only a thread that has to wait reads the time, so an invalid one matters only there.
int take_until(pthread_rwlock_t* lock, LockKind kind, clockid_t clock, const timespec* time) {
  if (!is_clock(clock)) return EINVAL;
  if (!inside()) return 0;
  if (!is_time(time) && !writes(lock)) return try_lock(lock, kind) == 0 ? 0 : EINVAL;
  const int taken = take(lock, kind, Until::kTime);
  if (taken == ETIMEDOUT) wait_is_over(clock, *time);
  return taken;
}

int give_back(pthread_rwlock_t* lock) {
  if (read_once_less(lock)) return 0;
  stack_object_access(lock, __builtin_return_address(0));
  detail::unlock(object_in(lock), writes(lock) ? LockKind::kWriter : LockKind::kReader);
  return 0;
}

template <LockKind kKind>
struct InARow {
  static pthread_rwlock_t* as_lock(void* lock) { return static_cast<pthread_rwlock_t*>(lock); }
  static constexpr LockCalls kCalls = {
      .take = [](void* it) { (void)take(as_lock(it), kKind, Until::kHad); },
      .attempt = [](void* it) { return try_lock(as_lock(it), kKind) == 0; },
      .give_back = [](void* it) { (void)give_back(as_lock(it)); },
      .wait_until_free = [](void* it) { detail::await_free(object_in(as_lock(it)), kKind); }};

  static int wait_for(pthread_rwlock_t* lock) {
    const int error = take(lock, kKind, Until::kHad);
    if (error == 0) locks_in_a_row.waited_for(lock, kCalls);
    return error;
  }

  static int try_it(pthread_rwlock_t* lock, const void* caller) {
    const int error = try_lock(lock, kKind);
    if (error == 0) locks_in_a_row.had(lock, kCalls);
    if (error == 0 || writes(lock) || reads(lock)) return error;
    return taken_together(lock, kCalls, caller) ? 0 : error;
  }
};

using ReaderInARow = InARow<LockKind::kReader>;
using WriterInARow = InARow<LockKind::kWriter>;

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
MCHECK_SWEPT(pthread_rwlock_timedrdlock)
MCHECK_SWEPT(pthread_rwlock_timedwrlock)
MCHECK_SWEPT(pthread_rwlock_clockrdlock)
MCHECK_SWEPT(pthread_rwlock_clockwrlock)

extern "C" {

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t*) noexcept {
  mcheck::make_anew(lock);
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  if (mcheck::inside()) mcheck::end_overlaid(mcheck::object_in(lock), mcheck::detail::end_lock);
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return mcheck::inside() ? mcheck::ReaderInARow::wait_for(lock) : 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return mcheck::inside() ? mcheck::WriterInARow::wait_for(lock) : 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  if (!mcheck::inside()) return 0;
  return mcheck::ReaderInARow::try_it(lock, __builtin_return_address(0));
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  if (!mcheck::inside()) return 0;
  return mcheck::WriterInARow::try_it(lock, __builtin_return_address(0));
}

int swept_pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) noexcept {
  return mcheck::take_until(lock, mcheck::LockKind::kReader, CLOCK_REALTIME, time);
}

int swept_pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) noexcept {
  return mcheck::take_until(lock, mcheck::LockKind::kWriter, CLOCK_REALTIME, time);
}

int swept_pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                                     const timespec* time) noexcept {
  return mcheck::take_until(lock, mcheck::LockKind::kReader, clock, time);
}

int swept_pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                                     const timespec* time) noexcept {
  return mcheck::take_until(lock, mcheck::LockKind::kWriter, clock, time);
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  if (!mcheck::inside()) return 0;
  mcheck::locks_in_a_row.forget();
  return mcheck::give_back(lock);
}
}
// NOLINTEND
