// SPDX-License-Identifier: MIT
// One bug, and its repair, for several programs: a worker starts before main has set up what it
// relies on. If the worker reads `ready` too early, it calls fault(), which each program defines;
// in the default schedule it does not.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void fault(void);

static atomic_int ready;

static void* work(void* unused) {
  (void)unused;
  if (!atomic_load(&ready)) fault();
  return NULL;
}

// `first`: sets up before the worker starts, which is correct.
static int set_up(int first) {
  pthread_t worker;
  if (first) atomic_store(&ready, 1);
  pthread_create(&worker, NULL, work, NULL);
  if (!first) atomic_store(&ready, 1);
  pthread_join(worker, NULL);
  return 0;
}
