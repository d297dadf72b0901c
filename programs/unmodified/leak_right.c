// SPDX-License-Identifier: MIT
// The last of two users frees the buffer. They count in one step.
//
// Wrong form: leak.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int users = 2;

static void* use(void* buffer) {
  const int left = atomic_fetch_sub(&users, 1) - 1;
  if (left == 0) free(buffer);
  return NULL;
}

int main(void) {
  void* const buffer = malloc(64);
  pthread_t one, two;
  pthread_create(&one, NULL, use, buffer);
  pthread_create(&two, NULL, use, buffer);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
