// SPDX-License-Identifier: MIT
// One of two waiters is cancelled, and one signal is sent: the cancelled waiter does not keep it.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int q, got;
static void* w(void* p) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push((void (*)(void*))pthread_mutex_unlock, &m);
  while (!q) pthread_cond_wait(&c, &m);
  q--;
  got++;
  pthread_cleanup_pop(1);
  return p;
}
int main() {
  pthread_t a, b;
  void* r;
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_cancel(a);
  pthread_mutex_lock(&m);
  q = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&c);
  pthread_join(a, &r);
  if (r) {
    pthread_join(b, 0);
    assert(got == 1);
  }
  return 0;
}
