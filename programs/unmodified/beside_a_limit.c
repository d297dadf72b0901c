// SPDX-License-Identifier: MIT
// A failure next to a limit: a thread that reads too early counts forever, and mcheck stops that
// execution at a limit. In another execution an assertion fails, and that is a bug.
//
// Right form: beside_a_limit_right.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static atomic_uint rounds;

static void* counts(void* unused) {
  if (atomic_load(&ready)) return unused;
  for (;;) atomic_fetch_add(&rounds, 1);
}

static void* checks(void* unused) {
  const int is_ready = atomic_load(&ready);
  assert(is_ready);
  return unused;
}

int main(void) {
  pthread_t first;
  pthread_t second;
  pthread_create(&first, NULL, counts, NULL);
  pthread_create(&second, NULL, checks, NULL);
  atomic_store(&ready, 1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
