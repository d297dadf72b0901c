// SPDX-License-Identifier: MIT
// Readers and writers: the writer locks in shared mode, so a reader may read both halves between
// the writer's two steps, and nothing orders these accesses.
//
// The twin of programs/classic/readers_writers.cpp; here the halves are plain, so that this is a
// data race as well. Right form: readers_writers_right.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static int left = 0;
static int right = 0;

static void* write_both(void* unused) {
  (void)unused;
  pthread_rwlock_rdlock(&guard);
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
