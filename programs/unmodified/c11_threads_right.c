// SPDX-License-Identifier: MIT
// C11 threads: the waiter tests its condition under the mutex; call_once does the set-up once; a
// destructor runs for a thread's own value when the thread ends; thrd_join() passes its result.
//
// Wrong form: c11_threads.c.
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static mtx_t guard;
static cnd_t changed;
static tss_t key;
static int ready = 0;  // protected by guard
static atomic_int destroyed;

static void destroy(void* value) { atomic_fetch_add(&destroyed, *(int*)value); }

static void set_up(void) {
  mtx_init(&guard, mtx_plain);
  cnd_init(&changed);
  tss_create(&key, destroy);
}

static int wait_for_it(void* value) {
  call_once(&once, set_up);
  tss_set(key, value);
  mtx_lock(&guard);
  while (!ready) cnd_wait(&changed, &guard);
  mtx_unlock(&guard);
  return *(int*)tss_get(key) + 1;
}

int main(void) {
  int value = 41;
  int result = 0;
  thrd_t waiter;
  thrd_create(&waiter, wait_for_it, &value);
  call_once(&once, set_up);
  mtx_lock(&guard);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&guard);
  thrd_join(waiter, &result);
  assert(result == 42);
  assert(atomic_load(&destroyed) == 41);
  tss_delete(key);
  cnd_destroy(&changed);
  mtx_destroy(&guard);
  return 0;
}
