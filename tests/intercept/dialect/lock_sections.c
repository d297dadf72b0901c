// SPDX-License-Identifier: MIT
// A counter under a lock that consists of an atomic section with an assumption. WRONG: it is
// released too early.
#include <pthread.h>

extern void abort(void);
void reach_error() {}
void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

int taken = 0, counter = 0;

void __VERIFIER_atomic_acquire(void) {
  assume_abort_if_not(taken == 0);
  taken = 1;
}

void __VERIFIER_atomic_release(void) {
  assume_abort_if_not(taken == 1);
  taken = 0;
}

void* count(void* unused) {
  __VERIFIER_atomic_acquire();
  int seen = counter;
#ifdef WRONG
  __VERIFIER_atomic_release();
  counter = seen + 1;
#else
  counter = seen + 1;
  __VERIFIER_atomic_release();
#endif
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, count, 0);
  pthread_create(&other, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  if (counter != 2) {
    reach_error();
    abort();
  }
  return 0;
}
