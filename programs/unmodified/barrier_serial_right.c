// SPDX-License-Identifier: MIT
// In each round of a barrier exactly one thread gets PTHREAD_BARRIER_SERIAL_THREAD. It adds up the
// parts; a second round separates this write from the reads of the other thread.
//
// Wrong form: barrier_serial.c.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int parts[2];
static int serial[2];
static int sum = 0;

static void* add_up(void* argument) {
  int* const part = argument;
  *part = 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    serial[part - parts] = 1;
    sum = parts[0] + parts[1];
  }
  pthread_barrier_wait(&barrier);
  assert(sum == 2);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t other;
  pthread_create(&other, NULL, add_up, &parts[1]);
  add_up(&parts[0]);
  pthread_join(other, NULL);
  assert(serial[0] + serial[1] == 1);
  pthread_barrier_destroy(&barrier);
  return 0;
}
