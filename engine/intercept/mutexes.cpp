// SPDX-License-Identifier: MIT
// pthread_mutex_t: its kind stands where the C library keeps it, the rest of its memory is a model
// object.
#include <errno.h>
#include <pthread.h>

#include <mcheck/detail/locks.hpp>

#include "engine/intercept/overlay.hpp"

namespace mcheck {
namespace {

detail::LockKind kind_of(const pthread_mutex_t* mutex) {
  const int kind = mutex->__data.__kind & 3;
  return kind == PTHREAD_MUTEX_RECURSIVE_NP ? detail::LockKind::kRecursive
                                            : detail::LockKind::kPlain;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  mcheck::detail::lock(mcheck::object_in(mutex), mcheck::kind_of(mutex));
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return mcheck::detail::try_lock(mcheck::object_in(mutex), mcheck::kind_of(mutex)) ? 0 : EBUSY;
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  mcheck::detail::unlock(mcheck::object_in(mutex), mcheck::kind_of(mutex));
  return 0;
}
}
// NOLINTEND
