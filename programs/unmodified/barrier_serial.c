// SPDX-License-Identifier: MIT
// In each round of a barrier one thread gets a special result, to do work that is needed once. Here
// the other thread does not wait for this work: it reads what the first one writes.
//
// Right form: barrier_serial_right.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int parts[2];
static int sum = 0;
static int seen[2];

static void* add_up(void* argument) {
  int* const part = argument;
  *part = 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) sum = parts[0] + parts[1];
  seen[part - parts] = sum;
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t other;
  pthread_create(&other, NULL, add_up, &parts[1]);
  add_up(&parts[0]);
  pthread_join(other, NULL);
  assert(seen[0] == 2 && seen[1] == 2);
  pthread_barrier_destroy(&barrier);
  return 0;
}
