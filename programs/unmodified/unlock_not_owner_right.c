// SPDX-License-Identifier: MIT
// Main waits on a semaphore and the worker posts it: a semaphore has no owner, and may pass
// messages.
//
// Wrong form: unlock_not_owner.c.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t baton;
static int message = 0;

static void* hand_over(void* unused) {
  (void)unused;
  message = 1;
  sem_post(&baton);
  return NULL;
}

int main(void) {
  sem_init(&baton, 0, 0);
  pthread_t worker;
  pthread_create(&worker, NULL, hand_over, NULL);
  sem_wait(&baton);
  assert(message == 1);
  pthread_join(worker, NULL);
  sem_destroy(&baton);
  return 0;
}
