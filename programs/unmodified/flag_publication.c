// SPDX-License-Identifier: MIT
// A result is published by a plain flag. The compiler and the processor may reorder the two stores,
// or the two loads: a data race whenever main reads while the worker runs.
//
// Right form: flag_publication_right.c.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int result = 0;
static int ready = 0;

static void* work(void* unused) {
  (void)unused;
  result = 42;
  ready = 1;
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  const int seen = ready ? result : 42;
  pthread_join(worker, NULL);
  assert(seen == 42);
  return 0;
}
