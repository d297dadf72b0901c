// SPDX-License-Identifier: MIT
// The C library, whose accesses are uninstrumented, formats a text: with two digits it is one byte
// too long for its block, which mcheck detects when the block is freed.
//
// Right form: library_overflow_right.c.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int jobs = 8;

static void* work(void* unused) {
  (void)unused;
  const int job = atomic_fetch_add(&jobs, 1);
  char* const name = malloc(sizeof "job 0");
  sprintf(name, "job %d", job);
  free(name);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  work(NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
