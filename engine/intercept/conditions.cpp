// SPDX-License-Identifier: MIT
// pthread_cond_t.
#include <errno.h>
#include <pthread.h>

#include <mcheck/detail/waiting.hpp>

#include "engine/intercept/overlay.hpp"

// NOLINTBEGIN
extern "C" {

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  const mcheck::detail::Waiting waiting(mcheck::object_in(condition), &mcheck::object_in(mutex));
  pthread_mutex_unlock(mutex);
  waiting.for_notify();
  pthread_mutex_lock(mutex);
  return 0;
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  mcheck::detail::notify_one(mcheck::object_in(condition));
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  mcheck::detail::notify_all(mcheck::object_in(condition));
  return 0;
}
}
// NOLINTEND
