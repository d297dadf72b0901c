// SPDX-License-Identifier: MIT
// The exit status says whether the work was done, but main does not wait for the worker: if main
// reads the flag too early, it exits with 1.
//
// Right form: exit_status_right.c.
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
  const int status = atomic_load(&done) ? 0 : 1;
  pthread_join(worker, NULL);
  return status;
}
