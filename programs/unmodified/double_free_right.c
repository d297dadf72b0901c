// SPDX-License-Identifier: MIT
// A thread that is done sets the flag, and reads in the same step whether the other was first.
//
// Wrong form: double_free.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static char* buffer;
static atomic_bool freed;

static void* finish(void* unused) {
  (void)unused;
  if (!atomic_exchange(&freed, true)) {
    free(buffer);
  }
  return NULL;
}

int main(void) {
  buffer = malloc(64);
  pthread_t one, two;
  pthread_create(&one, NULL, finish, NULL);
  pthread_create(&two, NULL, finish, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
