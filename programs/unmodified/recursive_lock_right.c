// SPDX-License-Identifier: MIT
// A function that locks calls another that locks the same recursive mutex, which its owner may lock
// again; the mutex is free after as many unlocks as locks.
//
// Wrong form: recursive_lock.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard;
static int pending = 0;  // protected by guard

static void flush(void) {
  pthread_mutex_lock(&guard);
  pending = 0;
  pthread_mutex_unlock(&guard);
}

static void* add(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  ++pending;
  if (pending == 2) flush();
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&guard, &recursive);
  pthread_mutexattr_destroy(&recursive);

  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  add(NULL);
  pthread_join(other, NULL);
  assert(pending == 0);
  pthread_mutex_destroy(&guard);
  return 0;
}
