// SPDX-License-Identifier: MIT
// Concurrency Kit's spin locks, which are inline assembly: two threads count under one of them.
// -DLOCK=fas, ticket, cas, dec, mcs or clh.
#include <ck_spinlock.h>
#include <pthread.h>

#define NAME_OF(lock, what) ck_spinlock_##lock##_##what
#define NAME(lock, what) NAME_OF(lock, what)

static int count;

#if defined(MCS)
static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;

static void* work(void* unused) {
  struct ck_spinlock_mcs mine;
  ck_spinlock_mcs_lock(&lock, &mine);
  ++count;
  ck_spinlock_mcs_unlock(&lock, &mine);
  return unused;
}
static void set_up(void) { ck_spinlock_mcs_init(&lock); }
#else
static NAME(LOCK, t) lock;

static void* work(void* unused) {
  NAME(LOCK, lock)(&lock);
  ++count;
  NAME(LOCK, unlock)(&lock);
  return unused;
}
static void set_up(void) { NAME(LOCK, init)(&lock); }
#endif

int main(void) {
  pthread_t threads[2];
  set_up();
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return count != 2;
}
