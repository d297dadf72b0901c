// SPDX-License-Identifier: MIT
// The next lock of a robust mutex whose owner died returns EOWNERDEAD. The new owner repairs the
// protected data and makes the mutex consistent; from then on it is a mutex like any other.
//
// Wrong form: robust_mutex.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard;
static int left = 0;  // equal to `right` unless a thread died in between
static int right = 0;

static void* die(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  ++left;
  return NULL;
}

static void* use(void* unused) {
  (void)unused;
  const int locked = pthread_mutex_lock(&guard);
  assert(locked == 0 || locked == EOWNERDEAD);
  if (locked == EOWNERDEAD) {
    right = left;
    pthread_mutex_consistent(&guard);
  }
  assert(left == right);
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
