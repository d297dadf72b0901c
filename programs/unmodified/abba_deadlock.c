// SPDX-License-Identifier: MIT
// ABBA deadlock: two threads take the same two mutexes in opposite order. If each holds its first
// mutex, each waits forever for the one that the other holds.
//
// The twin of programs/classic/abba_deadlock.cpp. Right form: abba_deadlock_right.c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void* a_then_b(void* unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

static void* b_then_a(void* unused) {
  (void)unused;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, a_then_b, NULL);
  pthread_create(&second, NULL, b_then_a, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
