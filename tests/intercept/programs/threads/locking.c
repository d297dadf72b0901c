// SPDX-License-Identifier: MIT
// Locks and condition variables; the first argument selects the program.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static int number, serial;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  ++number;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* add_spinning(void* unused) {
  pthread_spin_lock(&spinlock);
  ++number;
  pthread_spin_unlock(&spinlock);
  return unused;
}

static void* read_locked(void* unused) {
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static void* meet(void* unused) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) ++serial;
  return unused;
}

static void make(void) { ++number; }

static void* make_once(void* unused) {
  pthread_once(&once, make);
  return unused;
}

static void* post(void* unused) {
  sem_post(&semaphore);
  return unused;
}

static void* set(void* unused) {
  pthread_mutex_lock(&mutex);
  number = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&condition);
  return unused;
}

static void* unlock_only(void* unused) {
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void run_two(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}

static void wait_for_set(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  pthread_mutex_lock(&mutex);
  while (number == 0) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}

// The signal may come before the wait.
static void wait_without_looking(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}

static void use_again(void) {
  pthread_mutex_t* again = malloc(sizeof *again);
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_init(again, NULL);
    pthread_mutex_lock(again);
    pthread_mutex_unlock(again);
    pthread_mutex_destroy(again);
  }
  free(again);
}

static void destroy_locked(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_destroy(&mutex);
}

static void use_destroyed(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_lock(&mutex);
}

static void use_uninitialised(void) { pthread_mutex_lock(malloc(sizeof(pthread_mutex_t))); }

static void wait_with_mutex_held_twice(void) {
  pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_cond_wait(&condition, &recursive);
}

static int is(const char* word, const char* name) { return strcmp(word, name) == 0; }

int main(int count, char** words) {
  const char* what = count > 1 ? words[1] : "";
  if (is(what, "mutex")) run_two(add, add), assert(number == 2);
  if (is(what, "spin")) run_two(add_spinning, add_spinning), assert(number == 2);
  if (is(what, "readers")) run_two(read_locked, read_locked);
  if (is(what, "once")) run_two(make_once, make_once), assert(number == 1);
  if (is(what, "barrier")) {
    pthread_barrier_init(&barrier, NULL, 2);
    run_two(meet, meet);
    assert(serial == 1);
    pthread_barrier_destroy(&barrier);
  }
  if (is(what, "semaphore")) {
    sem_init(&semaphore, 0, 0);
    run_two(post, post);
    sem_wait(&semaphore);
    assert(sem_trywait(&semaphore) == 0);
  }
  if (is(what, "condition")) wait_for_set();
  if (is(what, "lost")) wait_without_looking();
  if (is(what, "again")) use_again();
  if (is(what, "destroy locked")) destroy_locked();
  if (is(what, "destroyed")) use_destroyed();
  if (is(what, "uninitialised")) use_uninitialised();
  if (is(what, "not owner")) pthread_mutex_lock(&mutex), run_two(unlock_only, make_once);
  if (is(what, "without lock")) pthread_cond_wait(&condition, &mutex);
  if (is(what, "held twice")) wait_with_mutex_held_twice();
  return 0;
}
