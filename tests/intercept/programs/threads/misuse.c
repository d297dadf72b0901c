// SPDX-License-Identifier: MIT
// What POSIX leaves undefined, once each: the first argument selects a case, and `right` behind it
// removes the wrong part. docs/misuse.md has the table.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool wrong = true;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static pthread_key_t key;
static int waiting;

static void in_thread(void* (*function)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, function, NULL);
  pthread_join(thread, NULL);
}

static void* unlock_mutex(void* unused) {
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* lock_and_end(void* unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

static void* unlock_rwlock(void* unused) {
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static void* unlock_spinlock(void* unused) {
  pthread_spin_unlock(&spinlock);
  return unused;
}

static void* nothing(void* unused) { return unused; }

static void mutex_unlock_free(void) {
  if (!wrong) pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void mutex_unlock_by_other(void) {
  pthread_mutex_lock(&mutex);
  if (wrong) in_thread(unlock_mutex);
  pthread_mutex_unlock(&mutex);
}

static void mutex_destroy_locked(void) {
  pthread_mutex_lock(&mutex);
  if (!wrong) pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
}

static void mutex_destroyed(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  if (!wrong) pthread_mutex_init(&mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void mutex_destroyed_unused(void) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, NULL);
  pthread_mutex_destroy(&own);
  if (!wrong) pthread_mutex_init(&own, NULL);
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
}

static void mutex_destroyed_twice(void) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, NULL);
  pthread_mutex_destroy(&own);
  if (wrong) pthread_mutex_destroy(&own);
}

static void mutex_made_twice(void) {
  pthread_mutex_lock(&mutex);
  if (wrong) pthread_mutex_init(&mutex, NULL);
  pthread_mutex_unlock(&mutex);
}

static void mutex_never_made(void) {
  pthread_mutex_t* own = malloc(sizeof *own);
  memset(own, 0x5a, sizeof *own);
  if (!wrong) pthread_mutex_init(own, NULL);
  pthread_mutex_lock(own);
  pthread_mutex_unlock(own);
  free(own);
}

static void mutex_copied(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_t own;
  memcpy(&own, &mutex, sizeof own);
  if (!wrong) pthread_mutex_init(&own, NULL);
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
}

static void mutex_locked_twice(void) {
  pthread_mutex_lock(&mutex);
  if (wrong) pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void mutex_held_at_end(void) {
  if (wrong) in_thread(lock_and_end);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void condition_without_lock(void) {
  struct timespec soon = {0, 0};
  if (!wrong) pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &soon);
  pthread_mutex_unlock(&mutex);
}

static void* wait_with_other_mutex(void* unused) {
  struct timespec soon = {0, 0};
  pthread_mutex_t* with = wrong ? &other_mutex : &mutex;
  pthread_mutex_lock(with);
  pthread_cond_timedwait(&condition, with, &soon);
  pthread_mutex_unlock(with);
  return unused;
}

static void condition_with_two_mutexes(void) {
  struct timespec soon = {0, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, wait_with_other_mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &soon);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}

static void* wait_for_signal(void* unused) {
  pthread_mutex_lock(&mutex);
  while (waiting != 2) {
    waiting = 1;
    pthread_cond_wait(&condition, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void condition_destroyed_in_use(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_signal, NULL);
  pthread_mutex_lock(&mutex);
  const bool waits = waiting == 1;
  waiting = 2;
  if (waits && wrong) pthread_cond_destroy(&condition);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}

static void condition_destroyed(void) {
  pthread_cond_signal(&condition);
  pthread_cond_destroy(&condition);
  if (wrong) pthread_cond_signal(&condition);
}

static void condition_destroyed_unused(void) {
  pthread_cond_t own;
  pthread_cond_init(&own, NULL);
  pthread_cond_destroy(&own);
  if (wrong) pthread_cond_signal(&own);
}

static void rwlock_unlock_free(void) {
  if (!wrong) pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
}

static void rwlock_unlock_by_other(void) {
  pthread_rwlock_wrlock(&rwlock);
  if (wrong) in_thread(unlock_rwlock);
  pthread_rwlock_unlock(&rwlock);
}

static void rwlock_read_unlock_by_other(void) {
  pthread_rwlock_rdlock(&rwlock);
  if (wrong) in_thread(unlock_rwlock);
  pthread_rwlock_unlock(&rwlock);
}

static void rwlock_destroy_locked(void) {
  pthread_rwlock_rdlock(&rwlock);
  if (!wrong) pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_destroy(&rwlock);
}

static void rwlock_upgraded(void) {
  pthread_rwlock_rdlock(&rwlock);
  if (wrong) pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
}

static void rwlock_destroyed(void) {
  pthread_rwlock_t own;
  pthread_rwlock_init(&own, NULL);
  pthread_rwlock_destroy(&own);
  if (!wrong) pthread_rwlock_init(&own, NULL);
  pthread_rwlock_rdlock(&own);
  pthread_rwlock_unlock(&own);
}

static void spin_unlock_free(void) {
  pthread_spin_init(&spinlock, 0);
  if (!wrong) pthread_spin_lock(&spinlock);
  pthread_spin_unlock(&spinlock);
}

static void spin_unlock_by_other(void) {
  pthread_spin_init(&spinlock, 0);
  pthread_spin_lock(&spinlock);
  if (wrong) in_thread(unlock_spinlock);
  pthread_spin_unlock(&spinlock);
}

static void spin_locked_twice(void) {
  pthread_spin_init(&spinlock, 0);
  pthread_spin_lock(&spinlock);
  if (wrong) pthread_spin_lock(&spinlock);
  pthread_spin_unlock(&spinlock);
}

static void spin_destroy_locked(void) {
  pthread_spin_init(&spinlock, 0);
  pthread_spin_lock(&spinlock);
  if (!wrong) pthread_spin_unlock(&spinlock);
  pthread_spin_destroy(&spinlock);
}

static void spin_destroyed(void) {
  pthread_spin_init(&spinlock, 0);
  pthread_spin_lock(&spinlock);
  pthread_spin_unlock(&spinlock);
  pthread_spin_destroy(&spinlock);
  if (!wrong) pthread_spin_init(&spinlock, 0);
  pthread_spin_lock(&spinlock);
  pthread_spin_unlock(&spinlock);
}

static void barrier_never_made(void) {
  if (!wrong) pthread_barrier_init(&barrier, NULL, 1);
  pthread_barrier_wait(&barrier);
}

static void* wait_at_barrier(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

static void barrier_destroyed_in_use(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, wait_at_barrier, NULL);
  if (!wrong) pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  pthread_join(thread, NULL);
}

static void semaphore_never_made(void) {
  if (!wrong) sem_init(&semaphore, 0, 0);
  sem_post(&semaphore);
}

static void semaphore_destroyed(void) {
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  if (!wrong) sem_init(&semaphore, 0, 0);
  sem_post(&semaphore);
}

static void* wait_for_permit(void* unused) {
  sem_wait(&semaphore);
  return unused;
}

static void semaphore_destroyed_in_use(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, wait_for_permit, NULL);
  if (!wrong) {
    sem_post(&semaphore);
    pthread_join(thread, NULL);
  }
  sem_destroy(&semaphore);
  if (wrong) pthread_join(thread, NULL);
}

static void enter_again(void) {
  if (wrong) pthread_once(&once, enter_again);
}

static void once_in_itself(void) { pthread_once(&once, enter_again); }

static void key_deleted(void) {
  pthread_key_create(&key, NULL);
  pthread_setspecific(key, &key);
  if (wrong) pthread_key_delete(key);
  pthread_getspecific(key);
}

static void key_never_made(void) {
  if (!wrong) pthread_key_create(&key, NULL);
  pthread_setspecific(wrong ? 77 : key, &key);
}

static void joined_twice(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  if (wrong) pthread_join(thread, NULL);
}

static void joined_detached(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  if (wrong) pthread_detach(thread);
  pthread_join(thread, NULL);
}

static void detached_twice(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_detach(thread);
  if (wrong) pthread_detach(thread);
}

static void joined_nobody(void) {
  pthread_t thread = 0;
  if (!wrong) pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
}

#define CASE(name) \
  { #name, name }
static const struct {
  const char* name;
  void (*run)(void);
} cases[] = {CASE(mutex_unlock_free),
             CASE(mutex_unlock_by_other),
             CASE(mutex_destroy_locked),
             CASE(mutex_destroyed),
             CASE(mutex_destroyed_unused),
             CASE(mutex_destroyed_twice),
             CASE(mutex_made_twice),
             CASE(mutex_never_made),
             CASE(mutex_copied),
             CASE(mutex_locked_twice),
             CASE(mutex_held_at_end),
             CASE(condition_without_lock),
             CASE(condition_with_two_mutexes),
             CASE(condition_destroyed_in_use),
             CASE(condition_destroyed),
             CASE(condition_destroyed_unused),
             CASE(rwlock_unlock_free),
             CASE(rwlock_unlock_by_other),
             CASE(rwlock_read_unlock_by_other),
             CASE(rwlock_destroy_locked),
             CASE(rwlock_upgraded),
             CASE(rwlock_destroyed),
             CASE(spin_unlock_free),
             CASE(spin_unlock_by_other),
             CASE(spin_locked_twice),
             CASE(spin_destroy_locked),
             CASE(spin_destroyed),
             CASE(barrier_never_made),
             CASE(barrier_destroyed_in_use),
             CASE(semaphore_never_made),
             CASE(semaphore_destroyed),
             CASE(semaphore_destroyed_in_use),
             CASE(once_in_itself),
             CASE(key_deleted),
             CASE(key_never_made),
             CASE(joined_twice),
             CASE(joined_detached),
             CASE(detached_twice),
             CASE(joined_nobody)};

int main(int count, char** words) {
  wrong = count < 3 || strcmp(words[2], "right") != 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    if (strcmp(cases[i].name, words[1]) != 0) continue;
    cases[i].run();
    return 0;
  }
  return 2;
}
