// SPDX-License-Identifier: MIT
// C11: two threads wait for a third, one run of call_once, destructors of thread-specific values.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
mtx_t m;
cnd_t c;
tss_t k;
once_flag o = ONCE_FLAG_INIT;
int n, go, dead;
static void once(void) { n++; }
static void d(void* p) {
  (void)p;
  mtx_lock(&m);
  dead++;
  mtx_unlock(&m);
}
static int f(void* p) {
  call_once(&o, once);
  tss_set(k, &n);
  mtx_lock(&m);
  while (!go) cnd_wait(&c, &m);
  mtx_unlock(&m);
  if (p) thrd_exit(-4);
  return -3;
}
int main() {
  thrd_t a, b;
  int r;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  tss_create(&k, d);
  thrd_create(&a, f, 0);
  thrd_create(&b, f, &a);
  mtx_lock(&m);
  go = 1;
  mtx_unlock(&m);
  cnd_broadcast(&c);
  assert(thrd_join(a, &r) == thrd_success && r == -3);
  assert(thrd_join(b, &r) == thrd_success && r == -4);
  assert(n == 1 && dead == 2);
  mtx_destroy(&m);
  cnd_destroy(&c);
}
