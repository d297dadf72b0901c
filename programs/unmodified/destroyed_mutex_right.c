// SPDX-License-Identifier: MIT
// Main waits for the worker, and then destroys the mutex.
//
// Wrong form: destroyed_mutex.c.
#include <pthread.h>

static pthread_mutex_t lock;

static void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_mutex_init(&lock, NULL);
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(worker, NULL);
  pthread_mutex_destroy(&lock);
  return 0;
}
