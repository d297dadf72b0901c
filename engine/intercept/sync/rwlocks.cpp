// SPDX-License-Identifier: MIT
// pthread_rwlock_t. A thread may read-lock it several times: the first time takes it, the thread
// itself counts the others. Whether a thread holds it can change only by its own operations, so the
// thread may ask the engine without an operation.
//
// Writers are not preferred, whatever the attributes say: a reader may always come first.
#include <errno.h>
#include <pthread.h>

#include <mcheck/detail/locks.hpp>

#include "engine/intercept/libstdcxx/std_lock.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/deadlines.hpp"
#include "engine/intercept/sync/overlay.hpp"
#include "engine/platform/hooks/stack_clearing_hook.hpp"
#include "engine/runtime/data_races/frames.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

using detail::LockKind;

// How often the running thread has read-locked a lock beyond the first time.
struct RecursiveRead {
  const void* lock;
  unsigned extra_count;
  RecursiveRead* next;
};
thread_local RecursiveRead* recursive_reads = nullptr;

enum class Until { kAcquired, kTime };

ObjectId lock_object(pthread_rwlock_t* lock) {
  stack_object_access(lock, __builtin_return_address(0));
  return identify(model_object(lock), ObjectKind::kSharedMutex, {});
}

bool holds_for_writing(pthread_rwlock_t* lock) {
  return Machine::current()->execution().value_of(lock_object(lock)) == index(current_thread()) + 1;
}
bool holds_for_reading(pthread_rwlock_t* lock) {
  return Machine::current()->execution().threads_at(lock_object(lock)).has(current_thread());
}

int add_recursive_read(pthread_rwlock_t* lock) {
  for (RecursiveRead* recursive = recursive_reads; recursive != nullptr;
       recursive = recursive->next) {
    if (recursive->lock == lock) return ++recursive->extra_count, 0;
  }
  recursive_reads = new RecursiveRead{lock, 1, recursive_reads};
  return 0;
}

bool remove_recursive_read(pthread_rwlock_t* lock) {
  for (RecursiveRead** at = &recursive_reads; *at != nullptr; at = &(*at)->next) {
    RecursiveRead* const recursive = *at;
    if (recursive->lock != lock) continue;
    if (--recursive->extra_count == 0) {
      *at = recursive->next;
      delete recursive;
    }
    return true;
  }
  return false;
}

int try_lock(pthread_rwlock_t* lock, LockKind kind) {
  if (kind == LockKind::kReader && holds_for_reading(lock)) return add_recursive_read(lock);
  detail::clear_stack();
  const Kind how = kind == LockKind::kReader ? Kind::kTryLockShared : Kind::kTryLock;
  return perform({.kind = how, .object = lock_object(lock)}).result == 1 ? 0 : EBUSY;
}

int acquire(pthread_rwlock_t* lock, LockKind kind, Until until) {
  if (holds_for_writing(lock)) return EDEADLK;
  if (kind == LockKind::kReader && holds_for_reading(lock)) return add_recursive_read(lock);
  stack_object_access(lock, __builtin_return_address(0));
  if (until == Until::kAcquired) return detail::lock(model_object(lock), kind), 0;
  detail::clear_stack();
  return detail::lock_in_time(model_object(lock), kind) ? 0 : ETIMEDOUT;
}

// Only a thread that has to wait reads the time, so an invalid one matters only there.
int lock_until(pthread_rwlock_t* lock, LockKind kind, clockid_t clock, const timespec* time) {
  if (!is_valid_clock(clock)) return EINVAL;
  if (!on_program_thread()) return 0;
  if (!is_valid_time(time) && !holds_for_writing(lock))
    return try_lock(lock, kind) == 0 ? 0 : EINVAL;
  const int error = acquire(lock, kind, Until::kTime);
  if (error == ETIMEDOUT) finish_timed_wait(clock, *time);
  return error;
}

int release(pthread_rwlock_t* lock) {
  if (remove_recursive_read(lock)) return 0;
  stack_object_access(lock, __builtin_return_address(0));
  detail::unlock(model_object(lock),
                 holds_for_writing(lock) ? LockKind::kWriter : LockKind::kReader);
  return 0;
}

template <LockKind kKind>
struct SequencedLock {
  static pthread_rwlock_t* as_lock(void* lock) { return static_cast<pthread_rwlock_t*>(lock); }
  static constexpr LockOperations kOperations = {
      .acquire = [](void* it) { (void)acquire(as_lock(it), kKind, Until::kAcquired); },
      .try_acquire = [](void* it) { return try_lock(as_lock(it), kKind) == 0; },
      .release = [](void* it) { (void)release(as_lock(it)); },
      .wait_until_free = [](void* it) { detail::await_free(model_object(as_lock(it)), kKind); }};

  static int lock_in_sequence(pthread_rwlock_t* lock) {
    const int error = acquire(lock, kKind, Until::kAcquired);
    if (error == 0) lock_sequence.begin_with(lock, kOperations);
    return error;
  }

  static int try_lock_in_sequence(pthread_rwlock_t* lock, const void* caller) {
    const int error = try_lock(lock, kKind);
    if (error == 0) lock_sequence.add_tried(lock, kOperations);
    if (error == 0 || holds_for_writing(lock) || holds_for_reading(lock)) return error;
    return resolve_std_lock(lock, kOperations, caller) ? 0 : error;
  }
};

using SequencedReader = SequencedLock<LockKind::kReader>;
using SequencedWriter = SequencedLock<LockKind::kWriter>;

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
MCHECK_STACK_CLEARING_HOOK(pthread_rwlock_timedrdlock)
MCHECK_STACK_CLEARING_HOOK(pthread_rwlock_timedwrlock)
MCHECK_STACK_CLEARING_HOOK(pthread_rwlock_clockrdlock)
MCHECK_STACK_CLEARING_HOOK(pthread_rwlock_clockwrlock)

extern "C" {

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t*) noexcept {
  mcheck::reset_object(lock);
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) noexcept {
  if (mcheck::on_program_thread())
    mcheck::destroy_overlaid(mcheck::model_object(lock), mcheck::detail::end_lock);
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return mcheck::on_program_thread() ? mcheck::SequencedReader::lock_in_sequence(lock) : 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return mcheck::on_program_thread() ? mcheck::SequencedWriter::lock_in_sequence(lock) : 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) noexcept {
  if (!mcheck::on_program_thread()) return 0;
  return mcheck::SequencedReader::try_lock_in_sequence(lock, __builtin_return_address(0));
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) noexcept {
  if (!mcheck::on_program_thread()) return 0;
  return mcheck::SequencedWriter::try_lock_in_sequence(lock, __builtin_return_address(0));
}

int body_pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) noexcept {
  return mcheck::lock_until(lock, mcheck::LockKind::kReader, CLOCK_REALTIME, time);
}

int body_pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) noexcept {
  return mcheck::lock_until(lock, mcheck::LockKind::kWriter, CLOCK_REALTIME, time);
}

int body_pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock,
                                    const timespec* time) noexcept {
  return mcheck::lock_until(lock, mcheck::LockKind::kReader, clock, time);
}

int body_pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock,
                                    const timespec* time) noexcept {
  return mcheck::lock_until(lock, mcheck::LockKind::kWriter, clock, time);
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept {
  if (!mcheck::on_program_thread()) return 0;
  mcheck::lock_sequence.clear();
  return mcheck::release(lock);
}
}
// NOLINTEND
