// SPDX-License-Identifier: MIT
// Bounded buffer, repaired: producers and consumers wait on different condition variables, so that
// a signal always wakes a thread that can continue.
//
// The twin of programs/classic/bounded_buffer_right.cpp. Wrong form: bounded_buffer.c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items = 0;  // protected by guard

static void put(void) {
  pthread_mutex_lock(&guard);
  while (items == 1) pthread_cond_wait(&not_full, &guard);
  items = items + 1;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&guard);
}

static void* take(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  while (items == 0) pthread_cond_wait(&not_empty, &guard);
  items = items - 1;
  pthread_cond_signal(&not_full);
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
