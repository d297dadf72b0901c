// SPDX-License-Identifier: MIT
// ABBA deadlock, repaired: both threads lock `a` before `b`, so the holder of `b` never waits.
//
// The twin of programs/classic/abba_deadlock_right.cpp. Wrong form: abba_deadlock.c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void* use_both(void* unused) {
  (void)unused;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use_both, NULL);
  pthread_create(&second, NULL, use_both, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
