// SPDX-License-Identifier: MIT
// A counter under a spin lock, but one of the two threads does not take the lock: a data race, and
// an addition may be lost.
//
// Right form: spin_lock_right.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
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
  ++count;
  pthread_join(other, NULL);
  assert(count == 2);
  pthread_spin_destroy(&guard);
  return 0;
}
