// SPDX-License-Identifier: MIT
// A thread that is done tests whether the buffer is freed, and frees it if not. If both test before
// either sets the flag, both free.
//
// Right form: double_free_right.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static char* buffer;
static atomic_bool freed;

static void* finish(void* unused) {
  (void)unused;
  if (!atomic_load(&freed)) {
    atomic_store(&freed, true);
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
