// SPDX-License-Identifier: MIT
// The next lock of a robust mutex whose owner died returns EOWNERDEAD. A new owner that unlocks it
// without making it consistent makes it unusable: the lock after that returns ENOTRECOVERABLE.
//
// Right form: robust_mutex_right.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard;

static void* die(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  return NULL;
}

static void* use(void* unused) {
  (void)unused;
  const int locked = pthread_mutex_lock(&guard);
  assert(locked == 0 || locked == EOWNERDEAD);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&guard, &robust);

  pthread_t owner, user;
  pthread_create(&owner, NULL, die, NULL);
  pthread_create(&user, NULL, use, NULL);
  use(NULL);
  pthread_join(owner, NULL);
  pthread_join(user, NULL);
  return 0;
}
