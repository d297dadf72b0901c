// SPDX-License-Identifier: MIT
// C11 threads: a waiter that tests no condition, but only waits for a signal. The signal may come
// before the wait, and there is no second one.
//
// Right form: c11_threads_right.c.
#include <stddef.h>
#include <threads.h>

static mtx_t guard;
static cnd_t changed;

static int wait_once(void* unused) {
  (void)unused;
  mtx_lock(&guard);
  cnd_wait(&changed, &guard);
  mtx_unlock(&guard);
  return 0;
}

int main(void) {
  mtx_init(&guard, mtx_plain);
  cnd_init(&changed);
  thrd_t waiter;
  thrd_create(&waiter, wait_once, NULL);
  mtx_lock(&guard);
  cnd_signal(&changed);
  mtx_unlock(&guard);
  thrd_join(waiter, NULL);
  cnd_destroy(&changed);
  mtx_destroy(&guard);
  return 0;
}
