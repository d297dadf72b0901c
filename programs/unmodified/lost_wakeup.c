// SPDX-License-Identifier: MIT
// Lost wake-up: the waiter tests the flag without the lock, and sees that it is not set; then main
// sets it and signals, while no thread waits; then the waiter waits, forever.
//
// The twin of programs/classic/lost_wakeup.cpp. Right form: lost_wakeup_right.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_bool ready;

static void* wait_for_it(void* unused) {
  (void)unused;
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&guard);
    pthread_cond_wait(&changed, &guard);
    pthread_mutex_unlock(&guard);
  }
  return NULL;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_it, NULL);
  atomic_store(&ready, true);
  pthread_cond_signal(&changed);
  pthread_join(waiter, NULL);
  return 0;
}
