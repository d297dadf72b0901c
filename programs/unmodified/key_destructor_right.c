// SPDX-License-Identifier: MIT
// Each thread has a value of its own under one key. The destructor runs for each value that is not
// null when its thread ends, before the thread can be joined, and again if it sets a new one.
//
// Wrong form: key_destructor.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_key_t key;
static atomic_int destroyed;
static int values[3];

static void destroy(void* value) {
  atomic_fetch_add(&destroyed, 1);
  if (value == &values[1]) pthread_setspecific(key, &values[2]);
}

static void* work(void* value) {
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, value);
  assert(pthread_getspecific(key) == value);
  return NULL;
}

int main(void) {
  pthread_key_create(&key, destroy);
  pthread_t once, twice;
  pthread_create(&once, NULL, work, &values[0]);
  pthread_create(&twice, NULL, work, &values[1]);
  pthread_join(once, NULL);
  pthread_join(twice, NULL);
  assert(pthread_getspecific(key) == NULL);
  assert(atomic_load(&destroyed) == 3);
  pthread_key_delete(key);
  return 0;
}
