// SPDX-License-Identifier: MIT
// Peterson's lock with its two stores in the wrong order: each thread gives the turn away before it
// announces that it wants to enter, so that both may find the other not interested, and enter.
//
// No thread waits: one that may not enter gives up. Right form: peterson_right.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static atomic_int turn;
static int entered = 0;  // accessed only in the critical section

static void* try_to_enter(void* argument) {
  const int me = argument == NULL ? 0 : 1;
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 1);
  if (!atomic_load(&wants[1 - me]) || atomic_load(&turn) == me) ++entered;
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, try_to_enter, &turn);
  try_to_enter(NULL);
  pthread_join(other, NULL);
  assert(entered == 1 || entered == 2);
  return 0;
}
