// SPDX-License-Identifier: MIT
// A thread is cancelled while it waits on a condition variable. It has reacquired the mutex by
// then, and no thread unlocks it: main, which locks it afterwards, waits forever.
//
// Right form: cancel_cleanup_right.c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void* wait_for_ever(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  while (1) pthread_cond_wait(&never, &guard);
  return NULL;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_ever, NULL);
  pthread_cancel(waiter);
  pthread_join(waiter, NULL);
  pthread_mutex_lock(&guard);
  pthread_mutex_unlock(&guard);
  return 0;
}
