// SPDX-License-Identifier: MIT
// A wait of ten seconds for what takes no time at all, whose result is ignored. A thread may be
// delayed for longer than that: the wait then times out before the flag is set.
//
// Right form: timed_wait_right.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
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
  end.tv_sec += 10;
  pthread_mutex_lock(&guard);
  if (!ready) pthread_cond_timedwait(&changed, &guard, &end);
  assert(ready);
  pthread_mutex_unlock(&guard);
  pthread_join(other, NULL);
  return 0;
}
