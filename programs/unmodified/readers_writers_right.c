// SPDX-License-Identifier: MIT
// Readers and writers, repaired: readers share the lock, the writer holds it exclusively.
//
// The twin of programs/classic/readers_writers_right.cpp. Wrong form: readers_writers.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static int left = 0;
static int right = 0;

static void* write_both(void* unused) {
  (void)unused;
  pthread_rwlock_wrlock(&guard);
  left = 1;
  right = 1;
  pthread_rwlock_unlock(&guard);
  return NULL;
}

static void* read_both(void* unused) {
  (void)unused;
  pthread_rwlock_rdlock(&guard);
  const int seen = left;
  assert(seen == right);
  pthread_rwlock_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_both, NULL);
  pthread_create(&reader, NULL, read_both, NULL);
  read_both(NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
