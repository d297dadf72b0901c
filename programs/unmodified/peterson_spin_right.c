// SPDX-License-Identifier: MIT
// Peterson's lock [1981] as a spin lock: a thread that may not enter spins, and yields.
//
// Correct because all accesses are sequentially consistent; peterson.c swaps the first two stores.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static atomic_int turn;
static int entered = 0;  // accessed only in the critical section

static void* enter(void* argument) {
  const int me = argument == NULL ? 0 : 1;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, 1 - me);
  while (atomic_load(&wants[1 - me]) && atomic_load(&turn) != me) sched_yield();
  ++entered;
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, enter, &turn);
  enter(NULL);
  pthread_join(other, NULL);
  assert(entered == 2);
  return 0;
}
