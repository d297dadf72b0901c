// SPDX-License-Identifier: MIT
// A counter under a spin lock. The thread that only tries the lock handles EBUSY.
//
// Wrong form: spin_lock.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t guard;
static int count = 0;

static void* add_one(void* unused) {
  (void)unused;
  pthread_spin_lock(&guard);
  ++count;
  pthread_spin_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_spin_init(&guard, PTHREAD_PROCESS_PRIVATE);
  pthread_t other;
  pthread_create(&other, NULL, add_one, NULL);
  const int tried = pthread_spin_trylock(&guard);
  assert(tried == 0 || tried == EBUSY);
  if (tried == 0) {
    ++count;
    pthread_spin_unlock(&guard);
  }
  pthread_join(other, NULL);
  assert(count == (tried == 0 ? 2 : 1));
  pthread_spin_destroy(&guard);
  return 0;
}
