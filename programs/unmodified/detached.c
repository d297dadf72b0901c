// SPDX-License-Identifier: MIT
// Main detaches a thread, sleeps for a while, and assumes that the thread is done. However long
// main sleeps, the thread may be delayed for longer.
//
// Right form: detached_right.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int done;

static void* work(void* unused) {
  (void)unused;
  atomic_store(&done, 1);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_detach(worker);
  const struct timespec long_enough = {.tv_nsec = 10 * 1000 * 1000};
  nanosleep(&long_enough, NULL);
  assert(atomic_load(&done) == 1);
  return 0;
}
