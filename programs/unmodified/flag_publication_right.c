// SPDX-License-Identifier: MIT
// A result is published by an atomic flag: the store releases, the load acquires, so a thread that
// sees the flag also sees the result.
//
// Wrong form: flag_publication.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int result = 0;
static atomic_int ready;

static void* work(void* unused) {
  (void)unused;
  result = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  const int seen = atomic_load_explicit(&ready, memory_order_acquire) ? result : 42;
  pthread_join(worker, NULL);
  assert(seen == 42);
  return 0;
}
