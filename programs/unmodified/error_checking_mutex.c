// SPDX-License-Identifier: MIT
// An error-checking mutex reports misuse as an error code. Here the result of trylock is ignored: a
// thread that gets EBUSY continues, and only its unlock shows that it does not hold the mutex.
//
// Right form: error_checking_mutex_right.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard;

static void* enter(void* unused) {
  (void)unused;
  pthread_mutex_trylock(&guard);
  const int error = pthread_mutex_unlock(&guard);
  assert(error == 0);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t checking;
  pthread_mutexattr_init(&checking);
  pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&guard, &checking);

  pthread_t other;
  pthread_create(&other, NULL, enter, NULL);
  enter(NULL);
  pthread_join(other, NULL);
  pthread_mutex_destroy(&guard);
  return 0;
}
