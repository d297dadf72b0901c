// SPDX-License-Identifier: MIT
// Return values of the functions, called by a thread that is alone or runs others one at a time.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>
static void* dies(void* m) {
  assert(pthread_mutex_lock(m) == 0);
  return 0;
}
static void kinds_of_mutexes(void) {
  struct timespec t = {0, 0};
  struct timespec bad = {0, -1};
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &a);
  assert(pthread_mutex_unlock(&m) == EPERM);
  assert(!pthread_mutex_lock(&m));
  assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  assert(pthread_mutex_timedlock(&m, &t) == EDEADLK);
  assert(!pthread_mutex_unlock(&m));
  assert(!pthread_mutex_destroy(&m));
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  assert(!pthread_mutex_lock(&m));
  assert(!pthread_mutex_trylock(&m));
  assert(!pthread_mutex_unlock(&m));
  assert(!pthread_mutex_unlock(&m));
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_mutex_destroy(&m);
  pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                  e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP,
                  ad = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
  assert(!pthread_mutex_lock(&r));
  assert(!pthread_mutex_lock(&r));
  assert(!pthread_mutex_lock(&e));
  assert(pthread_mutex_lock(&e) == EDEADLK);
  assert(!pthread_mutex_lock(&ad));
  assert(pthread_mutex_timedlock(&ad, &bad) == EINVAL);
  assert(pthread_mutex_timedlock(&ad, &t) == ETIMEDOUT);
}

static void robust_mutexes(void) {
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&m, &a);
  pthread_t x;
  pthread_create(&x, 0, dies, &m);
  pthread_join(x, 0);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  assert(!pthread_mutex_consistent(&m));
  assert(!pthread_mutex_unlock(&m));
  assert(!pthread_mutex_lock(&m));
  pthread_mutex_unlock(&m);
  pthread_create(&x, 0, dies, &m);
  pthread_join(x, 0);
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
}

static void semaphores(void) {
  struct timespec t = {0, 0};
  sem_t s;
  int v;
  assert(!sem_init(&s, 0, 2));
  sem_wait(&s);
  assert(!sem_getvalue(&s, &v) && v == 1);
  assert(!sem_trywait(&s));
  assert(sem_trywait(&s) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&s, &t) == -1 && errno == ETIMEDOUT);
  sem_post(&s);
  sem_destroy(&s);
  assert(sem_init(&s, 0, 1u + INT_MAX) == -1 && errno == EINVAL);
  sem_init(&s, 0, INT_MAX);
  assert(sem_post(&s) == -1 && errno == EOVERFLOW);
}

static void other_locks(void) {
  pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
  assert(!pthread_rwlock_rdlock(&w));
  assert(!pthread_rwlock_rdlock(&w));
  assert(pthread_rwlock_trywrlock(&w) == EBUSY);
  pthread_rwlock_unlock(&w);
  assert(pthread_rwlock_trywrlock(&w) == EBUSY);
  pthread_rwlock_unlock(&w);
  assert(!pthread_rwlock_wrlock(&w));
  assert(pthread_rwlock_wrlock(&w) == EDEADLK);
  assert(pthread_rwlock_rdlock(&w) == EDEADLK);
  assert(pthread_rwlock_tryrdlock(&w) == EBUSY);
  pthread_rwlock_unlock(&w);
  pthread_rwlock_destroy(&w);
  pthread_spinlock_t sp;
  pthread_spin_init(&sp, 0);
  pthread_spin_lock(&sp);
  assert(pthread_spin_trylock(&sp) == EBUSY);
  pthread_spin_unlock(&sp);
  pthread_spin_destroy(&sp);
  pthread_spin_init(&sp, 0);
  pthread_spin_lock(&sp);
  pthread_spin_unlock(&sp);
  pthread_barrier_t b;
  assert(pthread_barrier_init(&b, 0, 0) == EINVAL);
  pthread_barrier_init(&b, 0, 1);
  assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_barrier_destroy(&b);
}

static void names_and_stacks(void) {
  char n[16];
  assert(!pthread_setname_np(pthread_self(), "boss"));
  assert(!pthread_getname_np(pthread_self(), n, 16) && !strcmp(n, "boss"));
  assert(pthread_join(pthread_self(), 0) == EDEADLK);
  pthread_attr_t at;
  void* p;
  size_t z;
  assert(!pthread_getattr_np(pthread_self(), &at));
  assert(!pthread_attr_getstack(&at, &p, &z));
  assert((char*)p < (char*)&z && (char*)&z < (char*)p + z);
}

int main(void) {
  kinds_of_mutexes();
  robust_mutexes();
  semaphores();
  other_locks();
  names_and_stacks();
  return 0;
}
