// SPDX-License-Identifier: MIT
// pthread_spinlock_t: a mutex that is identified by its address. A waiter blocks and does not spin.
#include <errno.h>
#include <pthread.h>

#include <mcheck/detail/object.hpp>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/overlay.hpp"
#include "engine/runtime/data_races/frames.hpp"

namespace {

[[gnu::always_inline]] inline mcheck::Reply perform_on(pthread_spinlock_t* lock, mcheck::Kind kind,
                                                       mcheck::Word a = 0) {
  mcheck::stack_object_access(const_cast<const int*>(lock), __builtin_return_address(0));
  const mcheck::ObjectId object =
      mcheck::identify_by_address(lock, {mcheck::ObjectKind::kMutex, sizeof *lock}, {});
  return mcheck::perform({.kind = kind, .object = object, .a = a});
}

}  // namespace

// NOLINTBEGIN
extern "C" {

int pthread_spin_init(pthread_spinlock_t* lock, int) noexcept {
  *lock = mcheck::kUnused;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) noexcept {
  if (!mcheck::on_program_thread()) return 0;
  perform_on(lock, mcheck::Kind::kDestroy, 1);
  *lock = mcheck::kDestroyed;
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) noexcept {
  if (mcheck::on_program_thread()) perform_on(lock, mcheck::Kind::kLock);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) noexcept {
  if (!mcheck::on_program_thread()) return 0;
  mcheck::detail::clear_stack();
  return perform_on(lock, mcheck::Kind::kTryLock).result == 1 ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept {
  if (mcheck::on_program_thread()) perform_on(lock, mcheck::Kind::kUnlock);
  return 0;
}
}
// NOLINTEND
