// SPDX-License-Identifier: MIT
// Main locks a default mutex and the worker unlocks it, as a way to pass a message. Only the thread
// that holds a mutex may unlock it; anything else is undefined behaviour.
//
// Right form: unlock_not_owner_right.c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t baton = PTHREAD_MUTEX_INITIALIZER;

static void* hand_over(void* unused) {
  (void)unused;
  pthread_mutex_unlock(&baton);
  return NULL;
}

int main(void) {
  pthread_mutex_lock(&baton);
  pthread_t worker;
  pthread_create(&worker, NULL, hand_over, NULL);
  pthread_mutex_lock(&baton);
  pthread_join(worker, NULL);
  pthread_mutex_unlock(&baton);
  return 0;
}
