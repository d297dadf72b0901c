// SPDX-License-Identifier: MIT
// Lost wake-up, repaired: the test of the flag and the wait are one step under the lock, and the
// flag changes under the same lock. The loop also handles spurious wake-ups.
//
// The twin of programs/classic/lost_wakeup_right.cpp. Wrong form: lost_wakeup.c.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready = false;  // protected by guard

static void* wait_for_it(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  while (!ready) pthread_cond_wait(&changed, &guard);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_it, NULL);
  pthread_mutex_lock(&guard);
  ready = true;
  pthread_mutex_unlock(&guard);
  pthread_cond_signal(&changed);
  pthread_join(waiter, NULL);
  return 0;
}
