// SPDX-License-Identifier: MIT
// Main sets the number of remaining parts before it passes the job to a worker.
//
// Wrong form: uninitialised_count.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
  atomic_int left;
};

static void* work(void* argument) {
  struct job* const job = argument;
  atomic_fetch_sub(&job->left, 1);
  return NULL;
}

int main(void) {
  struct job* const job = malloc(sizeof *job);
  pthread_t worker;
  atomic_store(&job->left, 2);
  pthread_create(&worker, NULL, work, job);
  atomic_fetch_sub(&job->left, 1);
  pthread_join(worker, NULL);
  assert(atomic_load(&job->left) == 0);
  free(job);
  return 0;
}
