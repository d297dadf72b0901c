// SPDX-License-Identifier: MIT
// A thread disables cancellation during its work, and is cancelled at the cancellation point after
// it, or ends before. The work is complete either way.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int steps;

static void* work(void* result) {
  int before = -1;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  atomic_fetch_add(&steps, 1);
  pthread_testcancel();
  atomic_fetch_add(&steps, 1);
  pthread_setcancelstate(before, NULL);
  pthread_testcancel();
  return result;
}

int main(void) {
  pthread_t worker;
  void* result = NULL;
  int mine = 0;
  pthread_create(&worker, NULL, work, &mine);
  pthread_cancel(worker);
  pthread_join(worker, &result);
  assert(result == PTHREAD_CANCELED || result == &mine);
  assert(result != PTHREAD_CANCELED || atomic_load(&steps) == 2);
  return 0;
}
