// SPDX-License-Identifier: MIT
// Main destroys the mutex if the flag is set; the worker sets the flag before it has finished with
// the mutex.
//
// Right form: destroyed_mutex_right.c.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int done;

static void* work(void* unused) {
  (void)unused;
  atomic_store(&done, 1);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_mutex_init(&lock, NULL);
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  if (atomic_load(&done)) pthread_mutex_destroy(&lock);
  pthread_join(worker, NULL);
  return 0;
}
