// SPDX-License-Identifier: MIT
// A reader that finds that it has to write requests the write lock while it still holds the read
// lock: it waits for all readers to leave, and is one of them.
//
// Right form: rwlock_upgrade_right.c.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static int value = 0;

static void* set_once(void* unused) {
  (void)unused;
  pthread_rwlock_rdlock(&guard);
  if (value == 0) {
    pthread_rwlock_wrlock(&guard);
    value = 1;
    pthread_rwlock_unlock(&guard);
  }
  pthread_rwlock_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, set_once, NULL);
  pthread_create(&two, NULL, set_once, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
