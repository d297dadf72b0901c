// SPDX-License-Identifier: MIT
// Two threads store by xchgl and load by movl; with -DATOMIC by functions of C11. -DFIND fails with
// the outcome FIRST, SECOND: the values that the two threads load.
#include <pthread.h>
#include <stdatomic.h>

#ifdef ATOMIC
static _Atomic int x, y;
static void put(_Atomic int* to) { atomic_exchange(to, 1); }
static int get(_Atomic int* from) { return atomic_load(from); }
#else
static int x, y;
static void put(int* to) {
  int value = 1;
  __asm__ __volatile__("xchgl %0, %1" : "+r"(value), "+m"(*to) : : "memory");
}
static int get(int* from) {
  int value;
  __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*from) : "memory");
  return value;
}
#endif

static int first, second;

static void* one(void* unused) {
  put(&x);
  first = get(&y);
  return unused;
}

static void* two(void* unused) {
  put(&y);
  second = get(&x);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
#if defined(FIND)
  return first == FIRST && second == SECOND;
#else
  return first == 0 && second == 0;
#endif
}
