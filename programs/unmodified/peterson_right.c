// SPDX-License-Identifier: MIT
// Peterson's lock [1981]: each thread announces that it wants to enter and then gives the turn
// away; the first, or the only one, enters. All accesses are sequentially consistent, as needed.
//
// No thread waits: one that may not enter gives up. Wrong form: peterson.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static atomic_int turn;
static int entered = 0;  // accessed only in the critical section

static void* try_to_enter(void* argument) {
  const int me = argument == NULL ? 0 : 1;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, 1 - me);
  if (!atomic_load(&wants[1 - me]) || atomic_load(&turn) == me) ++entered;
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, try_to_enter, &turn);
  try_to_enter(NULL);
  pthread_join(other, NULL);
  assert(entered <= 2);  // 0 if each gives way to the other
  return 0;
}
