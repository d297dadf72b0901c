// SPDX-License-Identifier: MIT
// Each thread holds one lock, tries the other, releases its own and retries: two threads that do so
// in lockstep never finish.
//
// Right form: livelock_right.c.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  while (pthread_mutex_trylock(second) != 0) {
    pthread_mutex_unlock(first);
    pthread_mutex_lock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* other(void* unused) {
  take_both(&right, &left);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  take_both(&left, &right);
  pthread_join(thread, NULL);
  return 0;
}
