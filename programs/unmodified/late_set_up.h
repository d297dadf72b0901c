// SPDX-License-Identifier: MIT
// One bug, and its repair, for several programs: a worker is started before what it relies on is
// set up. If it looks too early, fault() happens, a different thing in each program; in the default
// schedule it does not.
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

// `first`: as it should be.
static int set_up(int first) {
  pthread_t worker;
  if (first) atomic_store(&ready, 1);
  pthread_create(&worker, NULL, work, NULL);
  if (!first) atomic_store(&ready, 1);
  pthread_join(worker, NULL);
  return 0;
}
