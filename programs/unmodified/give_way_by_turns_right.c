// SPDX-License-Identifier: MIT
// Two locks by lock and trylock, in one order for all threads: the holder of the first lock always
// gets the second.
//
// Wrong form: give_way_by_turns.c.
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
  take_both(&left, &right);
  pthread_join(thread, NULL);
  return 0;
}
