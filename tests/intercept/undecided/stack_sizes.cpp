// SPDX-License-Identifier: MIT
// A thread has a large stack in one order, and overflows a small one in the other.
#include <mcheck/verify.h>
#include <pthread.h>
#include <string.h>
#include <atomic>
std::atomic<int> x{0};
__attribute__((noinline)) int deep(int n) {
  volatile char b[65536];
  memset((void*)b, n, sizeof b);
  return n == 0 ? b[5] : deep(n - 1) + b[7];
}
static void* small(void*) { return 0; }
static void* big(void*) {
  deep(20 * 16);
  return 0;
}
static void* st(void*) {
  x.store(1);
  return 0;
}
int main() {
  pthread_t t, u;
  pthread_create(&u, 0, st, 0);
  if (x.load() == 0) {
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setstacksize(&a, 64 << 20);
    pthread_create(&t, &a, small, 0);
  } else
    pthread_create(&t, 0, big, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
