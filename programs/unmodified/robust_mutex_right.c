// SPDX-License-Identifier: MIT
// A robust mutex whose owner died is handed on with EOWNERDEAD. Who gets it repairs what it guards
// and calls it consistent; from then on it is a mutex like any other.
//
// Wrong form: robust_mutex.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard;
static int left = 0;  // equal to `right` unless somebody died in between
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
