// SPDX-License-Identifier: MIT
// Threads count under a lock in inline assembly: -DSPIN by xchgl, -DTICKET by xaddl, otherwise
// without a lock, by xaddl alone. -DLOCK='""' removes the prefix.
#include <pthread.h>

#ifndef LOCK
#define LOCK "lock; "
#endif
#ifndef THREADS
#define THREADS 2
#endif

static int count;
static unsigned lock, serving;

static unsigned add(unsigned* to) {
  unsigned value = 1;
  __asm__ __volatile__(LOCK "xaddl %0, %1" : "+r"(value), "+m"(*to) : : "memory", "cc");
  return value;
}

static unsigned get(unsigned* from) {
  unsigned value;
  __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
  return value;
}

static void set(unsigned* to, unsigned value) {
  __asm__ __volatile__("movl %1, %0" : "=m"(*to) : "r"(value) : "memory");
}

static void* run(void* unused) {
#if defined(SPIN)
  for (;;) {
    unsigned value = 1;
    __asm__ __volatile__("xchgl %0, %1" : "+r"(value), "+m"(lock) : : "memory");
    if (value == 0) break;
    __asm__ __volatile__("pause");
  }
  ++count;
  set(&lock, 0);
#elif defined(TICKET)
  const unsigned mine = add(&lock);
  while (get(&serving) != mine) __asm__ __volatile__("rep; nop" : : : "memory");
  ++count;
  set(&serving, mine + 1);
#elif defined(PLAIN)
  set(&lock, 1);
  lock = 2;
#else
  add(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
#if defined(SPIN) || defined(TICKET)
  return count != THREADS;
#elif defined(PLAIN)
  return 0;
#else
  return get(&lock) != THREADS;
#endif
}
