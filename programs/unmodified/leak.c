// SPDX-License-Identifier: MIT
// The last of two users frees the buffer. They count in two steps, so that both may see one other
// user left: neither frees it.
//
// Right form: leak_right.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int users = 2;

static void* use(void* buffer) {
  const int left = atomic_load(&users) - 1;
  atomic_store(&users, left);
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
