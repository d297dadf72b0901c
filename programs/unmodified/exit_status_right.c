// SPDX-License-Identifier: MIT
// The status of main says whether the work was done, and main asks when the worker has ended.
//
// Wrong form: exit_status.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done;

static void* work(void* unused) {
  (void)unused;
  atomic_store(&done, 1);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  return atomic_load(&done) ? 0 : 1;
}
