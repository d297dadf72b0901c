// SPDX-License-Identifier: MIT
// An error-checking mutex says what is wrong, to who listens. Here the answer of trylock is
// ignored: whoever was told EBUSY goes on, and only his unlock shows that he never held it.
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
