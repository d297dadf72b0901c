// SPDX-License-Identifier: MIT
// Lost update: two threads add one to an atomic number in two steps each, a load and a store.
// If both load before either stores, both store the same value.
//
// The twin of programs/classic/lost_update.cpp. Right form: lost_update_right.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void* add_one(void* unused) {
  (void)unused;
  const int seen = atomic_load(&count);
  atomic_store(&count, seen + 1);
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
