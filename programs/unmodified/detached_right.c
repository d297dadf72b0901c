// SPDX-License-Identifier: MIT
// Main detaches one thread, starts another that is detached from the beginning, and returns: the
// process ends, and the threads with it, wherever they are. Nothing depends on their results.
//
// Wrong form: detached.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int steps;

static void* work(void* unused) {
  (void)unused;
  atomic_fetch_add(&steps, 1);
  atomic_fetch_add(&steps, 1);
  return NULL;
}

int main(void) {
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_detach(one);
  pthread_create(&two, &detached, work, NULL);
  pthread_attr_destroy(&detached);
  const int seen = atomic_load(&steps);
  assert(0 <= seen && seen <= 4);
  return 0;
}
