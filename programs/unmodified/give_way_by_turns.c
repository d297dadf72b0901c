// SPDX-License-Identifier: MIT
// Takes one lock, tries the other, releases the first, yields and retries. Both threads may
// continue like this forever, in lockstep.
//
// Repaired: give_way_by_turns_right.c.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
    sched_yield();
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void* other(void* unused) {
  take_both(&left, &right);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  take_both(&right, &left);
  pthread_join(thread, NULL);
  return 0;
}
