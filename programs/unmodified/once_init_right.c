// SPDX-License-Identifier: MIT
// pthread_once does the set-up once: the first caller runs it, the others wait until it is done,
// and see its result.
//
// Wrong form: once_init.c.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[2];

static void set_up(void) {
  table[0] += 1;
  table[1] += 2;
}

static void* use(void* unused) {
  (void)unused;
  pthread_once(&once, set_up);
  assert(table[0] == 1 && table[1] == 2);
  return NULL;
}

int main(void) {
  pthread_t other, third;
  pthread_create(&other, NULL, use, NULL);
  pthread_create(&third, NULL, use, NULL);
  use(NULL);
  pthread_join(other, NULL);
  pthread_join(third, NULL);
  return 0;
}
