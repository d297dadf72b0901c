// SPDX-License-Identifier: MIT
// A function that locks calls another that locks the same default mutex, but only if there is
// something to flush: the thread then waits for itself. If the other thread is late, all is well.
//
// Right form: recursive_lock_right.c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int pending = 0;  // protected by guard

static void flush(void) {
  pthread_mutex_lock(&guard);
  pending = 0;
  pthread_mutex_unlock(&guard);
}

static void* add(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  ++pending;
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  pthread_mutex_lock(&guard);
  if (pending > 0) flush();
  pthread_mutex_unlock(&guard);
  pthread_join(other, NULL);
  return 0;
}
