// SPDX-License-Identifier: MIT
// An error-checking mutex returns EDEADLK if its owner locks again, EBUSY if a thread tries it
// while it is held, and EPERM if a thread that does not hold it unlocks. None of these is a bug.
//
// Wrong form: error_checking_mutex.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard;
static int entered = 0;  // protected by guard

static void* enter(void* unused) {
  (void)unused;
  const int tried = pthread_mutex_trylock(&guard);
  assert(tried == 0 || tried == EBUSY);
  if (tried == EBUSY) {
    const int unlocked = pthread_mutex_unlock(&guard);
    assert(unlocked == EPERM);
    return NULL;
  }
  ++entered;
  const int again = pthread_mutex_lock(&guard);
  assert(again == EDEADLK);
  const int unlocked = pthread_mutex_unlock(&guard);
  assert(unlocked == 0);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t checking;
  pthread_mutexattr_init(&checking);
  pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&guard, &checking);

  pthread_t other;
  pthread_create(&other, NULL, enter, NULL);
  enter(NULL);
  pthread_join(other, NULL);
  assert(entered == 1 || entered == 2);
  const int destroyed = pthread_mutex_destroy(&guard);
  assert(destroyed == 0);
  return 0;
}
