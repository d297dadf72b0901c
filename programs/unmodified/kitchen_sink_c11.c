// SPDX-License-Identifier: MIT
// Every facility of C11 for threads, each used once by two of them, and what else differs from run
// to run: clocks, sleeps, random numbers, output. It is correct in every schedule.
//
// POSIX: kitchen_sink_c.c; for C++: kitchen_sink.cpp and kitchen_sink_atomics.cpp.
#define _GNU_SOURCE
#undef NDEBUG  // the assertions have side effects
#include <assert.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void fine(int error) { assert(error == 0); }

static once_flag once = ONCE_FLAG_INIT;
static mtx_t guard;
static cnd_t changed;
static tss_t key;
static int phase;

static void set_up(void) {
  assert(mtx_init(&guard, mtx_timed | mtx_recursive) == thrd_success);
  assert(cnd_init(&changed) == thrd_success);
  assert(tss_create(&key, NULL) == thrd_success);
  phase = 0;
}

static int answer(void* unused) {
  call_once(&once, set_up);
  assert(tss_set(key, unused) == thrd_success && tss_get(key) == unused);
  mtx_lock(&guard);
  phase = 1;
  cnd_broadcast(&changed);
  mtx_unlock(&guard);
  thrd_yield();
  thrd_exit(5);
}

static void threads(void) {
  thrd_t other;
  int result = 0;
  assert(thrd_create(&other, answer, &result) == thrd_success);
  call_once(&once, set_up);
  struct timespec end;
  assert(timespec_get(&end, TIME_UTC) == TIME_UTC);
  ++end.tv_sec;
  if (mtx_timedlock(&guard, &end) == thrd_timedout) mtx_lock(&guard);
  const int waited = phase == 1 ? thrd_success : cnd_timedwait(&changed, &guard, &end);
  assert(waited == thrd_success || waited == thrd_timedout);
  while (phase != 1) cnd_wait(&changed, &guard);
  assert(mtx_trylock(&guard) == thrd_success);
  mtx_unlock(&guard);
  mtx_unlock(&guard);
  thrd_sleep(&(struct timespec){.tv_nsec = 1000}, NULL);
  assert(!thrd_equal(other, thrd_current()));
  assert(thrd_join(other, &result) == thrd_success && result == 5);
  tss_delete(key);
  cnd_destroy(&changed);
  mtx_destroy(&guard);
}

static void time_and_chance(void) {
  struct timespec before;
  fine(clock_gettime(CLOCK_MONOTONIC, &before));
  ++before.tv_nsec;
  if (before.tv_nsec == 1000 * 1000 * 1000) before = (struct timespec){.tv_sec = before.tv_sec + 1};
  fine(nanosleep(&(struct timespec){.tv_nsec = 2 * 1000 * 1000}, NULL));
  fine(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &before, NULL));
  fine(usleep(1));
  struct timespec after;
  fine(clock_gettime(CLOCK_MONOTONIC, &after));
  assert(after.tv_sec > before.tv_sec ||
         (after.tv_sec == before.tv_sec && after.tv_nsec >= before.tv_nsec));
  struct timeval day;
  fine(gettimeofday(&day, NULL));
  assert(time(NULL) >= day.tv_sec);

  unsigned char bytes[8] = {0};
  assert(getrandom(bytes, sizeof bytes, 0) == sizeof bytes);
  const int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  assert(file >= 0 && read(file, bytes, sizeof bytes) == sizeof bytes);
  fine(close(file));
  srand(7);
  const int drawn = rand();
  srand(7);
  assert(rand() == drawn);
  printf("drawn with a seed: %d\n", drawn);
}

int main(void) {
  threads();
  time_and_chance();
  return 0;
}
