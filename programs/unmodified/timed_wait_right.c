// SPDX-License-Identifier: MIT
// A wait with a deadline on the monotonic clock: the loop tests the flag and the result of the
// wait, the mutex is held again either way, and both outcomes are handled.
//
// Wrong form: timed_wait.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static int ready = 0;  // protected by guard

static void* make_ready(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &monotonic);

  pthread_t other;
  pthread_create(&other, NULL, make_ready, NULL);
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += 100 * 1000;
  if (end.tv_nsec >= 1000 * 1000 * 1000) {
    end.tv_nsec -= 1000 * 1000 * 1000;
    ++end.tv_sec;
  }
  int ended = 0;
  pthread_mutex_lock(&guard);
  while (!ready && ended == 0) ended = pthread_cond_timedwait(&changed, &guard, &end);
  assert(ready || ended == ETIMEDOUT);
  pthread_mutex_unlock(&guard);
  pthread_join(other, NULL);
  assert(ready);
  return 0;
}
