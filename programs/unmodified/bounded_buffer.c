// SPDX-License-Identifier: MIT
// Bounded buffer with one slot, two consumers, and one condition variable for both conditions. A
// consumer that takes an item may wake the other consumer, which finds no item and waits again,
// while the producer stays asleep.
//
// The twin of programs/classic/bounded_buffer.cpp. Right form: bounded_buffer_right.c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items = 0;  // protected by guard

static void put(void) {
  pthread_mutex_lock(&guard);
  while (items == 1) pthread_cond_wait(&changed, &guard);
  items = items + 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&guard);
}

static void* take(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  while (items == 0) pthread_cond_wait(&changed, &guard);
  items = items - 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, take, NULL);
  pthread_create(&two, NULL, take, NULL);
  put();
  put();
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
