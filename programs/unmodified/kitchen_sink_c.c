// SPDX-License-Identifier: MIT
// Every facility of POSIX and C11 for threads, each used once by a few of them, one after the
// other. The program is correct. There are far too many schedules to run them all; each must end
// without a failure.
//
// For C++: kitchen_sink.cpp and kitchen_sink_atomics.cpp.
#define _GNU_SOURCE
#undef NDEBUG  // the assertions have side effects
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

static void fine(int error) { assert(error == 0); }

// A time in the near future, on that clock.
static struct timespec soon(clockid_t clock) {
  struct timespec time;
  fine(clock_gettime(clock, &time));
  time.tv_nsec += 1000 * 1000;
  if (time.tv_nsec >= 1000 * 1000 * 1000) {
    time.tv_nsec -= 1000 * 1000 * 1000;
    ++time.tv_sec;
  }
  return time;
}

static void* twice(void* number) {
  *(int*)number *= 2;
  return number;
}

static void* leave(void* result) { pthread_exit(result); }

static void threads(void) {
  pthread_attr_t attributes;
  size_t stack_bytes = 0;
  fine(pthread_attr_init(&attributes));
  fine(pthread_attr_setstacksize(&attributes, 256 * 1024));
  fine(pthread_attr_getstacksize(&attributes, &stack_bytes));
  assert(stack_bytes == 256 * 1024);

  int number = 21;
  pthread_t one, two;
  void* result = NULL;
  fine(pthread_create(&one, &attributes, twice, &number));
  fine(pthread_create(&two, NULL, leave, &stack_bytes));
  assert(!pthread_equal(one, pthread_self()) && pthread_equal(one, one));
  fine(pthread_join(one, &result));
  assert(result == &number && number == 42);
  fine(pthread_join(two, &result));
  assert(result == &stack_bytes);

  static int later = 1;
  fine(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED));
  fine(pthread_create(&one, &attributes, twice, &later));
  fine(pthread_attr_destroy(&attributes));
  sched_yield();
}

static pthread_mutex_t mutex;
static int count;

static void* count_up(void* unused) {
  fine(pthread_mutex_lock(&mutex));
  ++count;
  fine(pthread_mutex_unlock(&mutex));
  return unused;
}

static void use_mutex(const pthread_mutexattr_t* attributes) {
  fine(pthread_mutex_init(&mutex, attributes));
  count = 0;
  pthread_t other;
  fine(pthread_create(&other, NULL, count_up, NULL));
  count_up(NULL);
  const int tried = pthread_mutex_trylock(&mutex);
  if (tried == 0) fine(pthread_mutex_unlock(&mutex));
  assert(tried == 0 || tried == EBUSY);
  const struct timespec end = soon(CLOCK_REALTIME);
  const int timed = pthread_mutex_timedlock(&mutex, &end);
  if (timed == 0) fine(pthread_mutex_unlock(&mutex));
  assert(timed == 0 || timed == ETIMEDOUT);
  fine(pthread_join(other, NULL));
  assert(count == 2);
  fine(pthread_mutex_destroy(&mutex));
}

static void mutexes(void) {
  use_mutex(NULL);
  const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK};
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
    pthread_mutexattr_t attributes;
    int type = -1;
    fine(pthread_mutexattr_init(&attributes));
    fine(pthread_mutexattr_settype(&attributes, types[i]));
    fine(pthread_mutexattr_gettype(&attributes, &type));
    assert(type == types[i]);
    fine(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED));
    fine(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT));
    use_mutex(&attributes);
    fine(pthread_mutexattr_destroy(&attributes));
  }
}

static void mutex_answers(void) {
  pthread_mutexattr_t attributes;
  fine(pthread_mutexattr_init(&attributes));
  fine(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK));
  fine(pthread_mutex_init(&mutex, &attributes));
  fine(pthread_mutex_lock(&mutex));
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  fine(pthread_mutex_unlock(&mutex));
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  fine(pthread_mutex_destroy(&mutex));

  fine(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE));
  fine(pthread_mutex_init(&mutex, &attributes));
  fine(pthread_mutex_lock(&mutex));
  fine(pthread_mutex_trylock(&mutex));
  fine(pthread_mutex_unlock(&mutex));
  fine(pthread_mutex_unlock(&mutex));
  fine(pthread_mutex_destroy(&mutex));
  fine(pthread_mutexattr_destroy(&attributes));
}

static void* die_holding(void* unused) {
  fine(pthread_mutex_lock(&mutex));
  return unused;
}

static void robust(void) {
  pthread_mutexattr_t attributes;
  fine(pthread_mutexattr_init(&attributes));
  fine(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST));
  fine(pthread_mutex_init(&mutex, &attributes));
  pthread_t owner;
  fine(pthread_create(&owner, NULL, die_holding, NULL));
  fine(pthread_join(owner, NULL));
  assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  fine(pthread_mutex_consistent(&mutex));
  fine(pthread_mutex_unlock(&mutex));
  fine(pthread_mutex_lock(&mutex));
  fine(pthread_mutex_unlock(&mutex));
  fine(pthread_mutex_destroy(&mutex));
  fine(pthread_mutexattr_destroy(&attributes));
}

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int phase;

static void* answer(void* unused) {
  fine(pthread_mutex_lock(&guard));
  while (phase != 1) fine(pthread_cond_wait(&condition, &guard));
  phase = 2;
  fine(pthread_cond_broadcast(&condition));
  fine(pthread_mutex_unlock(&guard));
  return unused;
}

static void conditions(void) {
  pthread_t other;
  fine(pthread_create(&other, NULL, answer, NULL));
  fine(pthread_mutex_lock(&guard));
  phase = 1;
  fine(pthread_cond_signal(&condition));
  struct timespec end = soon(CLOCK_REALTIME);
  int waited = pthread_cond_timedwait(&condition, &guard, &end);
  assert(waited == 0 || waited == ETIMEDOUT);
  end = soon(CLOCK_MONOTONIC);
  if (phase != 2) waited = pthread_cond_clockwait(&condition, &guard, CLOCK_MONOTONIC, &end);
  assert(waited == 0 || waited == ETIMEDOUT);
  while (phase != 2) fine(pthread_cond_wait(&condition, &guard));
  fine(pthread_mutex_unlock(&guard));
  fine(pthread_join(other, NULL));
}

static pthread_rwlock_t readers_and_writers = PTHREAD_RWLOCK_INITIALIZER;

static void* read_count(void* unused) {
  fine(pthread_rwlock_rdlock(&readers_and_writers));
  assert(count == 2 || count == 3);
  fine(pthread_rwlock_unlock(&readers_and_writers));
  return unused;
}

static void reader_writer_locks(void) {
  count = 2;
  pthread_t reader;
  fine(pthread_create(&reader, NULL, read_count, NULL));
  fine(pthread_rwlock_wrlock(&readers_and_writers));
  ++count;
  assert(pthread_rwlock_tryrdlock(&readers_and_writers) == EBUSY);
  assert(pthread_rwlock_wrlock(&readers_and_writers) == EDEADLK);
  fine(pthread_rwlock_unlock(&readers_and_writers));
  struct timespec end = soon(CLOCK_REALTIME);
  if (pthread_rwlock_timedwrlock(&readers_and_writers, &end) == 0) {
    fine(pthread_rwlock_unlock(&readers_and_writers));
  }
  if (pthread_rwlock_timedrdlock(&readers_and_writers, &end) == 0) {
    assert(pthread_rwlock_trywrlock(&readers_and_writers) == EBUSY);
    fine(pthread_rwlock_unlock(&readers_and_writers));
  }
  fine(pthread_join(reader, NULL));
}

static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static atomic_int serial;

static void* meet(void* unused) {
  for (int round = 0; round < 2; ++round) {
    const int met = pthread_barrier_wait(&barrier);
    assert(met == 0 || met == PTHREAD_BARRIER_SERIAL_THREAD);
    if (met != 0) atomic_fetch_add(&serial, 1);
  }
  fine(pthread_spin_lock(&spin));
  ++count;
  fine(pthread_spin_unlock(&spin));
  return unused;
}

static void barriers_and_spin_locks(void) {
  count = 0;
  fine(pthread_barrier_init(&barrier, NULL, 2));
  fine(pthread_spin_init(&spin, PTHREAD_PROCESS_SHARED));
  pthread_t other;
  fine(pthread_create(&other, NULL, meet, NULL));
  meet(NULL);
  if (pthread_spin_trylock(&spin) == 0) fine(pthread_spin_unlock(&spin));
  fine(pthread_join(other, NULL));
  assert(count == 2 && atomic_load(&serial) == 2);
  fine(pthread_barrier_destroy(&barrier));
  fine(pthread_spin_destroy(&spin));
}

static sem_t full;

static void* post_two(void* unused) {
  fine(sem_post(&full));
  fine(sem_post(&full));
  return unused;
}

static void semaphores(void) {
  fine(sem_init(&full, 0, 0));
  assert(sem_trywait(&full) == -1 && errno == EAGAIN);
  pthread_t producer;
  fine(pthread_create(&producer, NULL, post_two, NULL));
  fine(sem_wait(&full));
  const struct timespec end = soon(CLOCK_REALTIME);
  const int waited = sem_timedwait(&full, &end);
  assert(waited == 0 || errno == ETIMEDOUT);
  fine(pthread_join(producer, NULL));
  int value = -1;
  fine(sem_getvalue(&full, &value));
  assert(value == (waited == 0 ? 0 : 1));
  fine(sem_destroy(&full));
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static atomic_int destroyed;

static void destroy(void* value) {
  free(value);
  atomic_fetch_add(&destroyed, 1);
}

static void make_key(void) { fine(pthread_key_create(&key, destroy)); }

static void* own_value(void* unused) {
  static _Thread_local int own = 3;
  fine(pthread_once(&once, make_key));
  int* const mine = malloc(sizeof(int));
  *mine = ++own;
  fine(pthread_setspecific(key, mine));
  assert(*(int*)pthread_getspecific(key) == 4);
  return unused;
}

static void keys(void) {
  pthread_t one, two;
  fine(pthread_create(&one, NULL, own_value, NULL));
  fine(pthread_create(&two, NULL, own_value, NULL));
  fine(pthread_join(one, NULL));
  fine(pthread_join(two, NULL));
  assert(atomic_load(&destroyed) == 2 && pthread_getspecific(key) == NULL);
  fine(pthread_key_delete(key));
}

static void unlock_guard(void* cleaned_up) {
  *(int*)cleaned_up += 1;
  fine(pthread_mutex_unlock(&guard));
}

static void* wait_to_be_cancelled(void* cleaned_up) {
  int state = -1;
  fine(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state));
  pthread_testcancel();
  fine(pthread_mutex_lock(&guard));
  pthread_cleanup_push(unlock_guard, cleaned_up);
  fine(pthread_setcancelstate(state, NULL));
  fine(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL));
  while (1) pthread_cond_wait(&condition, &guard);
  pthread_cleanup_pop(1);
  return NULL;
}

static void cancellation(void) {
  int cleaned_up = 0;
  pthread_t waiter;
  void* result = NULL;
  fine(pthread_create(&waiter, NULL, wait_to_be_cancelled, &cleaned_up));
  fine(pthread_cancel(waiter));
  fine(pthread_join(waiter, &result));
  assert(result == PTHREAD_CANCELED && cleaned_up == 1);
  fine(pthread_mutex_trylock(&guard));
  fine(pthread_mutex_unlock(&guard));
}

int main(void) {
  threads();
  mutexes();
  mutex_answers();
  robust();
  conditions();
  reader_writer_locks();
  barriers_and_spin_locks();
  semaphores();
  keys();
  cancellation();
  return 0;
}
