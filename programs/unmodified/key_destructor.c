// SPDX-License-Identifier: MIT
// The destructor of a key frees a thread's own value when the thread ends. Main has a pointer to
// this value, and may read it after it is freed.
//
// Right form: key_destructor_right.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_key_t key;
static _Atomic(int*) published;

static void* work(void* unused) {
  (void)unused;
  int* const mine = malloc(sizeof(int));
  *mine = 7;
  pthread_setspecific(key, mine);
  atomic_store(&published, mine);
  return NULL;
}

int main(void) {
  pthread_key_create(&key, free);
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  int* const theirs = atomic_load(&published);
  const int seen = theirs ? *theirs : 7;
  pthread_join(worker, NULL);
  assert(seen == 7);
  pthread_key_delete(key);
  return 0;
}
