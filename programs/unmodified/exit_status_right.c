// SPDX-License-Identifier: MIT
// The exit status says whether the work was done, and main reads the flag after the join.
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
