// SPDX-License-Identifier: MIT
// A thread that finds a plain flag unset does the set-up: two threads may find it unset at the same
// time, and a thread that finds it set may not see the result of the set-up.
//
// Right form: once_init_right.c.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int is_set_up = 0;
static int table[2];

static void set_up(void) {
  table[0] += 1;
  table[1] += 2;
}

static void* use(void* unused) {
  (void)unused;
  if (!is_set_up) {
    set_up();
    is_set_up = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, use, NULL);
  use(NULL);
  pthread_join(other, NULL);
  assert(table[0] == 1 && table[1] == 2);
  return 0;
}
