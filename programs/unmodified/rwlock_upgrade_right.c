// SPDX-License-Identifier: MIT
// A reader that finds that it has to write releases the read lock, takes the write lock, and tests
// again: another thread may have been faster.
//
// Wrong form: rwlock_upgrade.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static int value = 0;

static void* set_once(void* unused) {
  (void)unused;
  pthread_rwlock_rdlock(&guard);
  const int seen = value;
  pthread_rwlock_unlock(&guard);
  if (seen != 0) return NULL;
  pthread_rwlock_wrlock(&guard);
  if (value == 0) value += 1;
  pthread_rwlock_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, set_once, NULL);
  pthread_create(&two, NULL, set_once, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(value == 1);
  return 0;
}
