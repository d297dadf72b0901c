// SPDX-License-Identifier: MIT
// Lost update, repaired: the addition is one atomic step, so no store can come in between.
//
// The twin of programs/classic/lost_update_right.cpp. Wrong form: lost_update.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void* add_one(void* unused) {
  (void)unused;
  atomic_fetch_add(&count, 1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add_one, NULL);
  pthread_create(&second, NULL, add_one, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&count) == 2);
  return 0;
}
