// SPDX-License-Identifier: MIT
// A thread is cancelled while it waits on a condition variable, or just before. It has reacquired
// the mutex when its clean-up handler runs, and the handler, which always runs, unlocks it.
//
// Wrong form: cancel_cleanup.c.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int waiting = 0;  // protected by guard

static void stop_waiting(void* unused) {
  (void)unused;
  waiting = 0;
  pthread_mutex_unlock(&guard);
}

static void* wait_for_ever(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  waiting = 1;
  pthread_cleanup_push(stop_waiting, NULL);
  while (1) pthread_cond_wait(&never, &guard);
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t waiter;
  void* result = NULL;
  pthread_create(&waiter, NULL, wait_for_ever, NULL);
  pthread_cancel(waiter);
  pthread_join(waiter, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&guard);
  assert(waiting == 0);
  pthread_mutex_unlock(&guard);
  return 0;
}
